import { initTRPC } from '@trpc/server'
import { createOpenApiNodeHttpHandler, type OpenApiMeta } from 'trpc-to-openapi'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { appRouter } from '@/server/entrances/trpc/router'

/*
 * Before reading an input, trpc-to-openapi sets `coerce` on the numbers, booleans, dates, and bigints of the router's
 * own schema: "7" is then read as 7, "false" as true, and a CID loses digits, for both REST and tRPC callers.
 */

const safe = new Set(['string', 'object', 'array', 'null'])

/** Returns JSON pointers to the fields that the library would or might coerce, because they have no plain type. */
function coerced(input: z.ZodType): string[] {
  try {
    return unsafe(z.toJSONSchema(input, { io: 'input', override: showText }), '')
  } catch {
    // A date or a bigint, which JSON does not support.
    return ['/']
  }
}

/**
 * The library does not look inside a pipe, so it leaves pipe fields unchanged: see the test below.
 * A string that the document describes as a number is also left unchanged.
 */
function showText({
  zodSchema,
  jsonSchema,
}: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}) {
  if (['pipe', 'string'].includes(zodSchema._zod.def.type)) jsonSchema.type = 'string'
}

function unsafe(schema: z.core.JSONSchema._JSONSchema | undefined, pointer: string): string[] {
  if (typeof schema !== 'object') return [pointer || '/']
  const { type, properties = {}, items, anyOf, oneOf } = schema
  const options = anyOf ?? oneOf
  if (options) return options.flatMap((option) => unsafe(option, pointer))
  if (!type || [type].flat().some((one) => !safe.has(one))) return [pointer || '/']
  const fields = Object.entries(properties).flatMap(([name, field]) => unsafe(field, `${pointer}/${name}`))
  return type === 'array' ? [...fields, ...[items].flat().flatMap((item) => unsafe(item, `${pointer}/*`))] : fields
}

/** Returns the inputs of the REST procedures that have an input. */
function restInputs(): Array<[path: string, input: z.ZodType]> {
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { meta?: OpenApiMeta; inputs: z.ZodType[] } }
  >
  return Object.values(procedures).flatMap(({ _def: { meta, inputs } }) =>
    inputs.flatMap(
      (input): Array<[string, z.ZodType]> =>
        meta?.openapi && !(input instanceof z.ZodVoid) ? [[meta.openapi.path, input]] : [],
    ),
  )
}

test.each(restInputs())('the input of %s has no field that trpc-to-openapi would coerce', (path, input) => {
  const fields = coerced(input)
  expect(
    fields,
    `${fields.join(', ')} of ${path} is not made of strings, objects and arrays: trpc-to-openapi would turn "7" into 7 and "false" into true there, also for tRPC. Take it as a string and read it in the procedure.`,
  ).toEqual([])
})

test('every operation with an input is checked for coercion', () => {
  const ofOneBatch = ['', '', '/parts/{part}', '/start', '/pause', '/resume', '/cancel', '/repeat', '/results', '']
  expect(restInputs().map(([path]) => path)).toEqual([
    ...['/resolve', '/search', '/convert', '/batch', '/batches'],
    '/batches',
    ...ofOneBatch.map((path) => `/batches/{id}${path}`),
    ...['/keys', '/keys', '/keys/{id}', '/keys/{id}', '/keys/{id}'],
    ...['', '', '/{id}', '/{id}', '/{id}', '/{id}/test', '/{id}/rotate'].map((path) => `/callbacks${path}`),
    ...['', '/{id}', '/{id}/resend'].map((path) => `/deliveries${path}`),
    ...['/watchlists', '/watchlists'],
    ...['', '', '', '/listings', '/listings', '/listings', '/events', '/check', '/pause', '/resume'].map(
      (path) => `/watchlists/{id}${path}`,
    ),
    ...['/usage', '/errors'],
  ])
})

describe('the check for coercion', () => {
  const { router, procedure } = initTRPC.meta<OpenApiMeta>().create()

  /** Returns the library's result for a value of this field. */
  async function readBy(field: z.ZodType, sent: unknown): Promise<unknown> {
    let input: { field?: unknown } | undefined
    const read = procedure
      .meta({ openapi: { method: 'POST', path: '/read' } })
      .input(z.object({ field }))
      .output(z.any())
      .mutation((call) => {
        input = call.input
      })
    const handle = createOpenApiNodeHttpHandler({ router: router({ read }), createContext: async () => ({}) })
    const { signal } = new AbortController()
    const request = {
      method: 'POST',
      url: '/read',
      headers: new Headers({ 'content-type': 'application/json' }),
      signal,
    }
    const handed = { __proto__: Request.prototype, ...request, body: { field: sent } }
    type Handed = Parameters<typeof handle>
    const answer = { setHeader: () => {}, end: () => {} }
    await handle(handed as unknown as Handed[0], answer as unknown as Handed[1])
    return input?.field
  }

  test.each<[string, () => z.ZodType, unknown]>([
    ['a whole number', () => z.int().pipe(z.number()), '7'],
    ['a boolean', () => z.boolean().pipe(z.boolean()), 'false'],
    ['a string that is described as a number', () => z.string().regex(/^\d$/).meta({ type: 'integer' }), 'x'],
    ['optional and nullable', () => z.int().pipe(z.number()).nullable().exactOptional(), '7'],
  ])('knows that trpc-to-openapi leaves this field unchanged: %s', async (_, field, sent) => {
    const own = field()
    expect(await readBy(own, sent)).toBeUndefined()
    expect(own.safeParse(sent).success).toBe(false)
    expect(coerced(z.object({ field: own }))).toEqual([])
  })

  test.each<[string, () => z.ZodType, unknown, unknown]>([
    ['a number', () => z.number(), '7', 7],
    ['a whole number', () => z.int(), '7', 7],
    ['a bigint', () => z.bigint(), '7', 7n],
    ['a boolean', () => z.boolean(), 'false', true],
    ['a date', () => z.date(), '2026-11-21', new Date('2026-11-21')],
    ['optional', () => z.number().optional(), '7', 7],
    ['nullable', () => z.number().nullable(), '7', 7],
    ['with a default', () => z.number().default(1), '7', 7],
    ['within an object', () => z.object({ deep: z.number() }), { deep: '7' }, { deep: 7 }],
    ['within an array', () => z.array(z.number()), ['7'], [7]],
  ])('finds a field that trpc-to-openapi coerces: %s', async (_, field, sent, read) => {
    expect(await readBy(field(), sent)).toEqual(read)
    expect(coerced(z.object({ field: field() }))).not.toEqual([])
  })
})
