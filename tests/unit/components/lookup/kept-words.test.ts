import { expect, test } from 'vitest'
import { momentWords, storedWords } from '@/components/lookup/kept-words'
import type { RecentLookup } from '@/components/lookup/recent'

const atMs = Date.UTC(2026, 10, 22, 12)
const at = momentWords(atMs)
const own = { id: 'AAAAAAAAAAAAAAAA', atMs, title: null }
const resolved = { ...own, operation: 'resolve', details: 'full', cid: '255', placeId: null } as const
const inBrowser = [{ text: 'x', atMs, listing: { cid: '255', title: 'Colosseum' } }] as RecentLookup[]

test.each([
  [{ ...resolved, text: 'https://maps.app.goo.gl/abc' }, 'maps.app.goo.gl/abc', `CID 255 · ${at}`],
  [{ ...resolved, text: '255' }, '255', at],
  [{ ...resolved, text: 'https://…', title: 'Café Zoë' }, 'Café Zoë', `CID 255 · ${at}`],
  [{ ...own, operation: 'search', text: 'Café Zoë', country: 'FR' } as const, 'Café Zoë', `Search in FR · ${at}`],
  [{ ...own, operation: 'search', text: 'Café Zoë', country: null } as const, 'Café Zoë', `Search · ${at}`],
  [{ ...own, operation: 'convert', text: '0xff', cid: '255' } as const, '0xff', `Convert · ${at}`],
])('an entry in the list of lookups shows its title, or else what was looked up: %j', (kept, name, more) => {
  expect(storedWords(kept, [])).toEqual({ name, more })
})

test('an entry in the list of lookups shows the title that the browser has saved', () => {
  expect(storedWords({ ...resolved, text: 'https://maps.app.goo.gl/abc' }, inBrowser)).toEqual({
    name: 'Colosseum',
    more: `CID 255 · ${at}`,
  })
})
