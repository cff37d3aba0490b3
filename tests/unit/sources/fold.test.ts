import { describe, expect, it } from 'vitest'
import { foldedWords, searchableWords } from '@/server/places/sources/fold'

describe('foldedWords', () => {
  it.each([
    ['Sacré-Cœur', ['sacre', 'coeur']],
    ['ŁÓDŹ', ['lodz']],
    ['Kadıköy/İstanbul', ['kadikoy', 'istanbul']],
    ['Weißes Rössl', ['weisses', 'rossl']],
    ['WEIẞES', ['weisses']],
    ['Smørrebrød & Æbler', ['smorrebrod', 'aebler']],
    ['Constanța', ['constanta']],
    ['ＴＯＫＹＯ　タワー', ['tokyo', 'タワー']],
    ['Ｎº 1', ['no', '1']],
    ["Parco del Lago dell'EUR", ['parco', 'del', 'lago', 'dell', 'eur']],
    ['ΟΔΟΣ', ['οδοσ']],
    ['قرية تبـــوك', ['قريه', 'تبوك']],
    ['کافه سی', ['كافه', 'سي']],
  ])('reads %s as plain words', (text, words) => {
    expect(foldedWords(text)).toEqual(words)
  })

  it('treats composed and decomposed accents as the same word, because keyboards differ', () => {
    expect(foldedWords('Caf\u0065\u0301')).toEqual(foldedWords('Caf\u00e9'))
  })

  it.each(['', '   ', '!?…', '🍕', '— « » —'])('finds no word in "%s"', (text) => {
    expect(foldedWords(text)).toEqual([])
  })
})

describe('searchableWords', () => {
  it.each(["Papa John's", 'Papa John’s', 'Papa John´s'])('matches %s with and without its apostrophe', (text) => {
    expect([...searchableWords(text)].sort()).toEqual(['john', 'johns', 'papa', 's'])
  })
})
