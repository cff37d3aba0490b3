import { describe, expect, it } from 'vitest'
import { examples } from '@/components/desk/examples'
import { readingOf } from '@/components/desk/reading'

describe('readingOf', () => {
  it('says what a text is taken for, with the name where the link has one', () => {
    const [desktop, placeId, share] = examples.map(({ text }) => readingOf(text).words)
    expect(desktop).toBe('Desktop map link: names one listing, “Colosseum”.')
    expect(placeId).toBe('Place id: names one listing.')
    expect(share).toBe('Share link: will be followed to its listing.')
  })

  it('says what the server would say of a text that names no listing', () => {
    const { understood, words } = readingOf('https://www.google.com/maps/@51.5,-0.12,15z')
    expect(understood).toBe(false)
    expect(words).not.toBe('')
    expect(readingOf('Space Needle')).toMatchObject({ understood: false, words: expect.stringContaining('use search') })
  })
})
