import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { type OpenApiDocument, openApiDocument } from '@/server/entrances/rest/openapi'
import { openResponses } from '@/server/entrances/rest/openapi-open'
import { openApiJson } from '@/server/entrances/rest/openapi-served'
import { closed, expanded } from '@/tests/support/openapi'

// biome-ignore lint/suspicious/noExplicitAny: schemas and examples of every shape.
type Json = any

const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
const served: Json = JSON.parse(await openApiJson())
const inFull: Json = expanded(served)
const own: Json = copyOf(await openApiDocument())

const operationsIn = (paths: Json): Json[] => Object.values(paths).flatMap((item: Json) => Object.values(item))
const bodiesIn = (parts: Json[]): Json[] => parts.flatMap(({ content = {} }) => Object.values(content))
const operations = operationsIn(inFull.paths)
const requests = bodiesIn(operations.flatMap(({ requestBody = [] }) => requestBody))
const answers = bodiesIn([
  ...operations.flatMap(({ responses }) => Object.values(responses)),
  ...operationsIn(inFull.webhooks).map(({ requestBody }) => requestBody),
])

/** Returns the objects in a value, itself included. */
const objectsIn = (value: Json): Json[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)]
    : []

/** Returns the schemas in a schema, following references. */
function schemasIn(schema: Json, seen = new Set<string>()): Json[] {
  return objectsIn(schema).flatMap((part) => {
    const name = part.$ref?.split('/').at(-1)
    if (!name || seen.has(name)) return [part]
    seen.add(name)
    return [part, ...schemasIn(inFull.components.schemas[name], seen)]
  })
}

const ajv = new Ajv2020({ strict: false })
addFormats(ajv)
ajv.addSchema({ ...inFull, $id: 'served' })
const validators = new Map<string, ValidateFunction>()

/** Returns how a value violates a schema of the document; null if it doesn't. */
function faultsOf(schema: object, value: unknown) {
  const text = JSON.stringify(schema).replaceAll('"#/', '"served#/')
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text))
  validators.set(text, validate)
  return validate(value) ? null : validate.errors
}

describe('the served OpenAPI document', () => {
  test('is smaller than 200 KB', async () => {
    expect(Buffer.byteLength(await openApiJson())).toBeLessThan(200_000)
  })

  test('writes equal responses, parameters, and headers once', () => {
    const parts = operationsIn(served.paths).flatMap(({ parameters = [], responses }) => [
      ...parameters,
      ...Object.values(responses),
    ])
    const repeated = parts.filter((part) => !part.$ref).map((part) => JSON.stringify(part))
    expect(repeated).toEqual([...new Set(repeated)])
    const headers = parts.flatMap((part) => Object.values(part.headers ?? {}))
    expect(headers.filter((header: Json) => !header.$ref)).toEqual([])
  })

  test('says the same as the server’s own schemas, apart from being open', () => {
    const plain = (document: Json) => {
      const schemas = Object.entries<Json>(closed(document).components.schemas).filter(
        // The served document has bases of its own.
        ([name]) => name in own.components.schemas,
      )
      const compared = schemas.map(([name, { required = [], ...schema }]) => [
        name,
        { ...schema, required: required.toSorted() },
      ])
      const dropped = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]
      return JSON.parse(JSON.stringify(Object.fromEntries(compared)), (key, value) =>
        key === 'example' || dropped.includes(value) ? undefined : value,
      )
    }
    expect(plain(served)).toEqual(plain(own))
  })

  test('has only examples that match their schemas', () => {
    const { examples: problems } = served.components
    const shown = [...requests, ...answers].flatMap(({ schema, examples = {} }) =>
      Object.entries<Json>(examples).map(([name, example]) => ({
        schema,
        value: (example.$ref ? problems[name] : example).value,
      })),
    )
    expect(shown.length).toBeGreaterThan(100)
    for (const { schema, value } of shown) expect(faultsOf(schema, value), JSON.stringify(value)).toBeNull()
  })
})

describe('responses and events in the OpenAPI document', () => {
  test('allow fields that are added later, at every depth', () => {
    const bodies = bodiesIn([
      ...operationsIn(own.paths).flatMap(({ responses }) => Object.values(responses)),
      ...operationsIn(own.webhooks).map(({ requestBody }) => requestBody),
    ]).filter(({ example }) => typeof example === 'object')
    expect(bodies.length).toBeGreaterThan(40)
    for (const { schema, example } of bodies) {
      const grown = copyOf(example)
      for (const object of objectsIn(grown)) object.added_later = true
      expect(faultsOf(schema, grown)).toBeNull()
    }
  })

  test('allow values that are added to an enum later', () => {
    const schemas = answers.flatMap(({ schema }) => schemasIn(schema))
    const enums = schemas.filter(({ enum: values }) => Array.isArray(values))
    const open = schemas.flatMap(({ anyOf = [] }) =>
      anyOf.filter(
        ({ enum: values, type }: Json, at: number) => values && !anyOf[at + 1]?.enum && anyOf[at + 1]?.type === type,
      ),
    )
    expect(enums.length).toBeGreaterThan(10)
    expect(new Set(enums)).toEqual(new Set(open))
    const problem = { type: 'https://pinref.dev/docs/errors/x', title: 'X', status: 400, detail: 'X.', request_id: '1' }
    expect(faultsOf(served.components.schemas.Problem, { ...problem, code: 'added_later' })).toBeNull()
    expect(faultsOf(served.components.schemas.Problem, { ...problem, code: 17 })).not.toBeNull()
  })

  test('keep the literals by which programs tell events apart', () => {
    const types = Object.entries<Json>(inFull.webhooks).map(([name, { post }]) => {
      const { schema } = post.requestBody.content['application/json']
      return [name, inFull.components.schemas[schema.$ref.split('/').at(-1)].properties.type.const]
    })
    expect(types).toEqual(types.map(([name]) => [name, name]))
  })
})

describe('requests in the OpenAPI document', () => {
  test('are strict: an unknown field or value of an enum is invalid', () => {
    const objects = requests.flatMap(({ schema }) => schemasIn(schema)).filter(({ properties }) => properties)
    expect(objects.length).toBeGreaterThan(10)
    for (const { additionalProperties } of objects) expect(additionalProperties).toBe(false)
    const { ResolveRequest } = inFull.components.schemas
    const request = { url: 'https://maps.google.com/?cid=1' }
    expect(faultsOf(ResolveRequest, { ...request, details: 'none' })).toBeNull()
    expect(faultsOf(ResolveRequest, { ...request, details: 'all' })).not.toBeNull()
    expect(faultsOf(ResolveRequest, { ...request, adress: 'x' })).not.toBeNull()
  })

  test('stay strict if a response has the same schema', () => {
    const $ref = '#/components/schemas/Pin'
    const content = { 'application/json': { schema: { $ref } } }
    const Pin = {
      type: 'object',
      properties: { color: { type: 'string', enum: ['red'] } },
      additionalProperties: false,
    }
    const document: Json = {
      paths: { '/pins': { post: { requestBody: { content }, responses: { 200: { content } } } } },
      components: { schemas: { Pin } },
    }
    const copy = copyOf(document)
    openResponses(copy as OpenApiDocument)
    const { requestBody, responses } = copy.paths['/pins'].post
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: `${$ref}Input` })
    expect(responses[200].content['application/json'].schema).toEqual({ $ref })
    const color = { anyOf: [{ type: 'string', enum: ['red'] }, { type: 'string' }] }
    expect(copy.components.schemas).toEqual({ Pin: { type: 'object', properties: { color } }, PinInput: Pin })
  })
})
