import { expect, test } from 'vitest'
import * as z from 'zod'
import { appRouter } from '@/server/entrances/trpc/router'

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
).map(([name, { _def }]) => ({ name, inputs: _def.inputs }))

/** Returns the locations of objects in a schema that accept unknown fields. */
function open(schema: z.core.JSONSchema._JSONSchema | undefined, place: string): string[] {
  if (typeof schema !== 'object') return []
  const { type, properties = {}, additionalProperties, items, anyOf, oneOf, $defs } = schema
  const inside = [
    ...Object.entries(properties).flatMap(([name, field]) => open(field, `${place}.${name}`)),
    ...[items].flat().flatMap((item) => open(item, `${place}[]`)),
    ...[...(anyOf ?? []), ...(oneOf ?? [])].flatMap((option) => open(option, place)),
    ...Object.values($defs ?? {}).flatMap((part) => open(part, place)),
  ]
  const isUnion = anyOf !== undefined || oneOf !== undefined
  return type === 'object' && !isUnion && additionalProperties !== false ? [place, ...inside] : inside
}

const openIn = (input: z.ZodType, name: string) =>
  open(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), name)

test.each(procedures)(
  '$name rejects fields that it does not know, wherever they appear in its input',
  ({ name, inputs }) => {
    expect(inputs.flatMap((input) => openIn(input, name))).toEqual([])
  },
)

test('the check finds objects that accept unknown fields, at every level', () => {
  const deep = z.strictObject({
    list: z.array(z.object({ a: z.string() })),
    one: z.union([z.looseObject({}), z.null()]),
  })
  expect(openIn(deep, 'x')).toEqual(['x.list[]', 'x.one'])
  expect(procedures.length).toBeGreaterThan(50)
})
