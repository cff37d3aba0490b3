import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatOf, readLines } from '@/server/features/batches/read-lines'
import { noOptions } from '@/server/features/lists/list-layout'
import { listingOf } from '@/server/features/watchlists/listings'
import { excerpt, inUnicode } from '@/server/platform/runtime/input'

/** Strings of halves and whole pairs, and what could be confused with their escape sequences. */
const text = fc.string({
  unit: fc.constantFrom('\ud800', '\udc00', '😀', 'a', '\\', 'ud800', '"', 'é', '\n', '\ufffd'),
  maxLength: 12,
})

const json = (value: unknown) => JSON.stringify(value)

describe('text that is not valid Unicode', () => {
  test('gets U+FFFD for each half of a surrogate pair in any JSON value, and valid text is unchanged', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), text, (value, key) => {
        const expected = { [key.toWellFormed()]: [inUnicode(value), key.toWellFormed()] }
        expect(json(inUnicode({ [key]: [value, key] }))).toBe(json(expected))
        if (key.isWellFormed()) expect(json(inUnicode(key))).toBe(json(key))
      }),
    )
    const valid = { a: '😀', b: ['\\ud800'] }
    expect(inUnicode(valid)).toEqual(valid)
  })

  test('is never in an excerpt', () => {
    fc.assert(fc.property(text, (sent) => excerpt(sent).isWellFormed() && excerpt(sent.repeat(50)).isWellFormed()))
  })

  const options = { ...noOptions, operation: 'auto', part: 2 } as const
  test.each<[form: string, write: (rows: string[]) => string]>([
    ['a JSON array', (rows) => json(rows)],
    ['a JSON array of objects', (rows) => json(rows.map((row) => ({ name: row, [row]: row })))],
    ['JSON Lines', (rows) => rows.map(json).join('\n')],
    ['CSV', (rows) => ['name', ...rows.map((row) => `"x${row.replaceAll('"', '""')}"`)].join('\r\n')],
  ])('in %s costs no row', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), async (rows) => {
        const sent = write(rows)
        const { items } = await readLines(sent, formatOf(sent), options)
        expect(items).toHaveLength(rows.length)
        expect(json(items)).toBe(json(items.map((item) => inUnicode(item))))
      }),
    )
  })

  test('is not stored with a watched listing', () => {
    fc.assert(
      fc.property(text, text, (sent, reference) => {
        const { unreadable, reference: stored } = listingOf({ text: sent, reference })
        expect([unreadable?.text.isWellFormed(), stored]).toEqual([true, reference.toWellFormed()])
      }),
    )
  })
})
