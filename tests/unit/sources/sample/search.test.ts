import { describe, expect, it } from 'vitest'
import { sampleListings } from '@/server/places/sources/sample/listings'
import { searchSample } from '@/server/places/sources/sample/sample-source'

function titles(name: string, country: string | null = null): string[] {
  return searchSample({ name, country }).map((listing) => listing.title)
}

describe('a search of the sample listings', () => {
  it.each([
    ['sagrada familia', 'Sagrada Família'],
    ['SACRE COEUR', 'Sacré-Cœur'],
    ['sacré-cœur', 'Sacré-Cœur'],
    ['  Eiffel,  TOWER! ', 'Eiffel Tower'],
    ['premio lodz', 'Premio SZER'],
    ['gonul bahcesi', 'Gönül Bahçesi Cafe & Restaurant'],
    ['duble muhabbet kadikoy', 'Duble Muhabbet Meyhane'],
    ['fogao nativo', 'Fogão Nativo'],
  ])('finds "%s" regardless of case, accents, and punctuation', (name, title) => {
    expect(titles(name)).toEqual([title])
  })

  it.each([
    ['ألذ مقلوبة', 'ألذ مقلوبة'],
    ['الذ مقلوبه', 'ألذ مقلوبة'],
    ['قرية تبوك التراثية', 'قريه تبوك التراثيه'],
    ['مأكولات', 'مطعم تاج محل للمأكولات الهندية'],
    ['كافه رستوران', 'کافه رستوران سی یو'],
  ])('finds the Arabic or Persian "%s" in its common spellings and inside words', (name, title) => {
    expect(titles(name)).toEqual([title])
  })

  it.each([
    ['三枝商店', '三枝商店'],
    ['商店', '三枝商店'],
    ['三枝 商店', '三枝商店'],
    ['ビル', 'Ueshima Coffee House - Omori'],
    ['乐园', 'Shang Garden 香乐园'],
    ['יד שניה', 'חנות יד שניה אשקלון секонд хенд Ашкелон'],
    ['СЕКОНД ХЕНД', 'חנות יד שניה אשקלון секонд хенд Ашкелон'],
  ])('finds "%s" in scripts with and without spaces', (name, title) => {
    expect(titles(name)).toEqual([title])
  })

  it('finds a listing by its name and its city together', () => {
    expect(titles('Google Pyrmont')).toEqual(['Google Sydney'])
    expect(titles('restaurant hubert sydney')).toEqual(['Restaurant Hubert'])
  })

  it('finds a name by the beginnings of its words, as the user types', () => {
    expect(titles('brit mus')).toEqual(['British Museum'])
  })

  it('finds a name with an omitted or different apostrophe', () => {
    for (const name of ['papa johns', "papa john's", 'Papa John’s']) {
      expect(titles(name), name).toEqual(['Papa John´s Condado Concepción'])
    }
  })

  it('does not match the middle of a Latin word', () => {
    expect(titles('useum')).toEqual([])
  })

  it.each([
    ['Tour Eiffel', 'Eiffel Tower'],
    ['eiffelturm paris', 'Eiffel Tower'],
    ['東京タワー', 'Tokyo Tower'],
    ['ताज महल', 'Taj Mahal'],
    ['fontana di trevi', 'Trevi Fountain'],
    ['Tokyo 東京', 'Tokyo Tower'],
  ])('finds "%s" by its name in another language', (name, title) => {
    expect(titles(name)).toEqual([title])
  })

  it.each([
    ['Eifel Tower', 'Eiffel Tower'],
    ['Eiffell Tower', 'Eiffel Tower'],
    ['Tour Eifel', 'Eiffel Tower'],
    ['Tokio Tower', 'Tokyo Tower'],
    ['Coloseum, Roma', 'Colosseum'],
  ])('finds "%s" although a longer word of it has a wrong, missing, or extra letter', (name, title) => {
    expect(titles(name)).toEqual([title])
  })

  it.each(['Eifl Tower', 'Aiffel Tower', 'Big Bem', 'Eiffel Tower Pariss'])(
    'does not find "%s", which has two wrong letters, a wrong first letter, or one in a short word or the address',
    (name) => {
      expect(titles(name)).toEqual([])
    },
  )

  it('ignores misspellings if the query matches as it is', () => {
    expect(titles('piazza')).not.toContain('Pizza Hut')
  })

  it('does not match a part of a word in an address', () => {
    expect(titles('MET')).toEqual([])
    expect(titles('metropolitan')).toEqual(['Petco'])
  })

  it('omits a listing that lacks one word of the query', () => {
    expect(titles('Eiffel Tower Berlin')).toEqual([])
  })

  it.each(['', '🍕', '...', '- & -'])('finds nothing for "%s", which has no words', (name) => {
    expect(titles(name)).toEqual([])
  })
})

describe('the country filter', () => {
  it('keeps only listings in that country', () => {
    expect(titles('tower')).toEqual(['Eiffel Tower', 'Tokyo Tower', 'Bajaj Allianz General Insurance Company'])
    expect(titles('tower', 'JP')).toEqual(['Tokyo Tower'])
    expect(titles('tower', 'DE')).toEqual([])
  })
})

describe('the order of results', () => {
  it('puts the exact name first, then names that begin with it, then names that only contain it', () => {
    expect(titles('pizza').slice(0, 3)).toEqual(['Pizza Hut', 'Pizza Duny', 'BIGA Pizza & Pasta'])
    expect(titles('piazza di spagna')).toEqual(['Piazza di Spagna', 'Spanish Steps'])
  })

  it('puts matches in the name before matches in the street address, even with fewer reviews', () => {
    const found = titles('sydney')
    expect(found).toEqual([
      'Sydney Opera House',
      'Aria Restaurant Sydney',
      'Google Sydney',
      'Restaurant Hubert',
      'Woolworths Town Hall',
    ])
  })

  it('puts a whole word before the beginning of a word, even with fewer reviews', () => {
    const found = titles('google')
    expect(found).toEqual(['Google Sydney', 'Googleplex'])
  })

  it('puts equal matches with more reviews first, and matches without recorded reviews last, sorted by title', () => {
    expect(titles('new york')).toEqual(['Empire State Building', 'Statue of Liberty'])
    expect(titles('00187 piazza')).toEqual(['Trevi Fountain', 'Piazza di Spagna', 'Spanish Steps'])
    expect(titles('london').slice(-2)).toEqual(['Big Ben', 'British Museum'])
  })

  it('is limited to the best 20 results', () => {
    const countries = new Set(sampleListings.map(({ country }) => country))
    const byCountry = [...countries].flatMap((country) => titles('s', country))
    expect(byCountry.length).toBeGreaterThan(20)
    const found = titles('s')
    expect(found).toHaveLength(20)
    expect(found.slice(0, 3)).toEqual(['Spanish Steps', 'Swoyambhu Mahachaitya', 'San Francisco Museum of Modern Art'])
  })
})
