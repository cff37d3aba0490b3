import { describe, expect, test } from 'vitest'
import { closed, type Press, pressed } from '@/components/menu/shortcuts'
import { placesFor } from '@/components/site/pages'

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  timeStamp: 0,
  isFree: true,
  ...more,
})

/** Returns the menu or page that these key presses open. */
const open = (presses: Array<string | Press>, isSignedIn = true) =>
  presses
    .map((one) => (typeof one === 'string' ? press(one) : one))
    .reduce((state, one) => pressed(state, one, isSignedIn), closed)

describe('on every page', () => {
  test('Ctrl+K and ⌘K open the menu, even from a field', () => {
    for (const held of [{ ctrlKey: true }, { metaKey: true }])
      for (const isFree of [true, false]) expect(open([press('k', { ...held, isFree })]).view).toBe('commands')
    expect(open([press('K', { ctrlKey: true })]).view).toBe('commands')
    expect(open([press('k', { ctrlKey: true, altKey: true })])).toBe(closed)
    expect(open([press('k', { ctrlKey: true, shiftKey: true })])).toBe(closed)
  })

  test('text typed before the menu opens is not lost', () => {
    expect(open([press('k', { ctrlKey: true }), 'g', 'k', 'Shift', press('v', { ctrlKey: true }), '?'])).toMatchObject({
      view: 'commands',
      text: 'gk?',
      href: null,
    })
  })

  test('g and then a letter opens a page', () => {
    const opened = 'l / b /bulk a /batches k /keys u /usage c /callbacks d /docs'.split(' ')
    for (let nth = 0; nth < opened.length; nth += 2) expect(open(['g', opened[nth] ?? '']).href).toBe(opened[nth + 1])
    expect(open(['g', 'g', 'k']).href).toBe('/keys')
    for (const keys of [['k'], ['g', 'x', 'k'], ['g', press('k', { timeStamp: 1_500 })]])
      expect(open(keys).href).toBeNull()
  })

  test('a letter after g does not open account pages for a visitor', () => {
    for (const letter of 'akuecm') expect(open(['g', letter], false).href).toBeNull()
    expect(open(['g', 'b'], false).href).toBe('/bulk')
  })

  test('a question mark lists the shortcuts, and a slash opens the menu', () => {
    expect(open(['Shift', press('?', { shiftKey: true })]).view).toBe('shortcuts')
    expect(open(['/']).view).toBe('commands')
  })

  test('single keys do nothing while the user is typing or holding another key', () => {
    for (const key of ['g', '?', '/'])
      for (const more of [{ isFree: false }, { ctrlKey: true }, { metaKey: true }, { altKey: true }])
        expect(open([press(key, more)])).toBe(closed)
    expect(open(['g', press('k', { isFree: false })]).href).toBeNull()
  })

  test('no two pages have the same letter', () => {
    for (const isSignedIn of [true, false]) {
      const letters = placesFor(isSignedIn).flatMap(({ letter }) => letter ?? [])
      expect(new Set(letters).size).toBe(letters.length)
    }
  })
})
