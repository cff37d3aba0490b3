import { expect, test } from 'vitest'
import * as z from 'zod'
import { appRouter } from '@/server/entrances/trpc/router'

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
)

/** Half of a surrogate pair. */
const half = 'name\ud800'

/**
 * Fields whose text is not stored or returned as it was sent: identifiers and filters are only compared, links and CIDs
 * are only parsed, and rows get U+FFFD when they are read.
 */
const exempt =
  /\.(?:id|cid|plan|token|batch_id|watchlist_id|watchlist|find|cursor|q|url|callback_url|data|lines|listings)$|\.items\[\]$/

/** Returns the fields of an input that accept text that is not valid Unicode. */
function lenient(schema: z.ZodType, place: string): string[] {
  const isUnion = schema instanceof z.ZodUnion
  if (isUnion) return schema.options.flatMap((option) => lenient(option as z.ZodType, place))
  if (schema instanceof z.ZodArray) return lenient(schema.element as z.ZodType, `${place}[]`)
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
      lenient(field, `${place}.${name}`),
    )
  }
  const { success, data } = schema.safeParse(half)
  return success && JSON.stringify(data).includes('\\ud800') ? [place] : []
}

test.each(procedures)('%s rejects text that is not valid Unicode, wherever it would be stored', (name, { _def }) => {
  expect(_def.inputs.flatMap((input) => lenient(input, name)).filter((field) => !exempt.test(field))).toEqual([])
})

test('the check finds fields at every level', () => {
  const deep = z.strictObject({ list: z.array(z.object({ a: z.string() })), one: z.union([z.string(), z.null()]) })
  expect(lenient(deep, 'x')).toEqual(['x.list[].a', 'x.one'])
})
