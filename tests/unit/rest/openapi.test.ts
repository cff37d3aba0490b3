import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { openApiDocument } from '@/server/entrances/rest/openapi'
import { createInput, updateInput } from '@/server/entrances/trpc/batches/schemas'
import { createInput as watchlistInput } from '@/server/entrances/trpc/watchlists/inputs'
import { readCountry } from '@/server/features/listings/country'

interface Media {
  schema: object
  example?: unknown
  examples?: Record<string, { $ref: string }>
}

interface Described {
  tags: string[]
  summary: string
  description: string
  parameters?: Array<{ name: string; description?: string; schema: { type: string } }>
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, { content?: Record<string, Media> }>
}

const document = JSON.parse(JSON.stringify(await openApiDocument()))
const ajv = new Ajv2020({ strict: false })
addFormats(ajv)
ajv.addSchema({ ...document, $id: 'openapi' })

const validators = new Map<string, ValidateFunction>()

function validatorOf(schema: object): ValidateFunction {
  const text = JSON.stringify(schema).replaceAll('"#/', '"openapi#/')
  const validator = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validator)
  return validator
}

const operations = Object.entries<Record<string, Described>>(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]): [string, Described] => [`${method} ${path}`, operation]),
)

test.each(operations)(
  '%s has a tag, descriptions, and examples of its bodies that match their schemas',
  (_, operation) => {
    const { tags, summary, description, parameters = [], requestBody, responses } = operation
    expect(document.tags.map(({ name }: { name: string }) => name)).toContain(tags[0])
    expect([summary.length > 0, description.length > 0]).toEqual([true, true])
    for (const parameter of parameters) expect(parameter.description, parameter.name).toBeTruthy()
    const contents = [...(requestBody ? [requestBody] : []), ...Object.values(responses)].map(
      ({ content = {} }) => content,
    )
    for (const [type, { schema, example, examples }] of contents.flatMap((content) => Object.entries(content))) {
      const names = Object.values(examples ?? {}).map(({ $ref }) => $ref.replace('#/components/examples/', ''))
      const shown = examples ? names.map((name) => document.components.examples[name].value) : [example]
      expect(shown.length).toBeGreaterThan(0)
      const validate = validatorOf(schema)
      for (const one of shown) expect(validate(one) || validate.errors, `${type}: ${JSON.stringify(one)}`).toBe(true)
    }
  },
)

test('every JSON request body has a named schema, for generated clients', () => {
  const names = operations.flatMap(([, { requestBody }]) => {
    const { schema } = requestBody?.content['application/json'] ?? {}
    return schema ? [schema] : []
  })
  const reference = { $ref: expect.stringMatching(/^#\/components\/schemas\/\w+Request$/) }
  expect(names).toEqual(names.map(() => reference))
  expect(new Set(names.map((name) => JSON.stringify(name))).size).toBe(15)
})

const byPath = document.paths as Record<string, Record<string, Described>>
const schemaOf = (operation: Described | undefined, status: string) => {
  const schema = operation?.responses[status]?.content?.['application/json']?.schema as
    | { $ref?: string; properties?: Record<string, { type?: string }> }
    | undefined
  return schema?.$ref ? document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema
}

test('every list has the same format, with named entries and a cursor, and accepts limit and after', () => {
  const lists = Object.entries(byPath).filter(([path, { get }]) => {
    const names = Object.keys(schemaOf(get, '200')?.properties ?? {})
    const isCalledList = get?.parameters?.some(({ name }) => name === 'limit') || names.includes('next')
    return isCalledList || (path.endsWith('s') && byPath[path]?.post !== undefined)
  })
  expect(lists.map(([path]) => path)).toEqual([
    ...['/batches', '/batches/{id}/results', '/keys', '/callbacks', '/deliveries'],
    ...['/watchlists', '/watchlists/{id}/listings', '/watchlists/{id}/events', '/errors'],
  ])
  for (const [path, { get }] of lists) {
    const { properties } = schemaOf(get, '200')
    expect(Object.keys(properties), path).toEqual([path.split('/').at(-1), 'next'])
    expect(properties.next, path).toMatchObject({ type: ['string', 'null'] })
    const limit = get?.parameters?.find(({ name }) => name === 'limit')
    expect(limit, path).toMatchObject({ in: 'query', schema: { type: 'integer', minimum: 1 } })
    expect(get?.parameters?.map(({ name }) => name)).toContain('after')
  }
})

test('an operation that creates an object returns 201 with its path, and no other operation does', () => {
  const creating = operations.filter(([, { responses }]) => responses['201'])
  expect(creating.map(([name]) => name)).toEqual([
    ...['post /batches', 'post /batches/{id}/repeat', 'post /keys', 'post /callbacks', 'post /watchlists'],
  ])
  for (const [, operation] of creating) {
    expect(operation.responses['200']).toBeUndefined()
    expect(operation.responses['201']).toMatchObject({ headers: { Location: { schema: { type: 'string' } } } })
    expect(operation.parameters?.map(({ name }) => name)).toContain('Idempotency-Key')
    expect(Object.keys(schemaOf(operation, '201').properties)).toContain('id')
  }
})

test('a default does not make a request field required in generated types', () => {
  const requests = Object.entries(document.components.schemas).filter(([name]) => /(?:Request|Item)$/.test(name))
  expect(requests.length).toBeGreaterThan(6)
  expect(JSON.stringify(requests)).not.toContain('"default"')
  expect(document.components.schemas.ResolveRequest.properties.details.description).toContain('Defaults to `full`.')
})

test('numbers in a path or a query are integers in generated types', () => {
  const parameters = operations.flatMap(([, { parameters = [] }]) => parameters)
  const types = parameters.filter(({ name }) => name === 'limit' || name === 'part').map(({ schema }) => schema.type)
  expect(types.length).toBeGreaterThan(1)
  expect(new Set(types)).toEqual(new Set(['integer']))
})

test('the documented country pattern matches exactly the accepted codes', () => {
  const pattern = new RegExp(document.components.schemas.SearchRequest.properties.country.pattern)
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const pairs = letters.flatMap((first) => letters.map((second) => first + second))
  for (const code of [...pairs, ...pairs.map((pair) => pair.toLowerCase()), 'Gb', '', 'G', 'GBR', 'G1', '12'])
    expect([code, pattern.test(code)]).toEqual([code, readCountry(code) !== null])
})

test('the documented length of a name is the length that the API accepts', () => {
  for (const [schema, input] of [
    ['CreateBatchRequest', createInput],
    ['UpdateBatchRequest', updateInput.omit({ id: true })],
    ['CreateWatchlistRequest', watchlistInput],
  ] as const) {
    const validate = validatorOf({ $ref: `#/components/schemas/${schema}` })
    const verdicts = ['🗺'.repeat(100), '🗺'.repeat(101), ''].map((name) => [
      ...[validate({ name }), input.safeParse({ name }).success],
    ])
    expect([schema, verdicts]).toEqual([
      schema,
      [
        [true, true],
        [false, false],
        [false, false],
      ],
    ])
  }
})

test('batch items are distinguished by their operation', () => {
  const { items } = document.components.schemas.BatchRequest.properties.items
  expect(items.discriminator.propertyName).toBe('operation')
  const mapping = Object.entries<string>(items.discriminator.mapping)
  expect(mapping.map(([operation]) => operation)).toEqual(['resolve', 'search', 'convert'])
  expect(items.oneOf.map(({ $ref }: { $ref: string }) => $ref)).toEqual(mapping.map(([, ref]) => ref))
  for (const [operation, ref] of mapping)
    expect(document.components.schemas[ref.split('/').at(-1) ?? ''].properties.operation.const).toBe(operation)
})

const { webhooks } = document as { webhooks: Record<string, { post: Described }> }

test.each(Object.entries(webhooks))('the example of the event %s matches its schema', (type, { post }) => {
  const { schema, example } = post.requestBody?.content['application/json'] ?? { schema: {} }
  const validate = validatorOf(schema)
  expect(validate(example) || validate.errors).toBe(true)
  expect(example).toMatchObject({ type })
})
