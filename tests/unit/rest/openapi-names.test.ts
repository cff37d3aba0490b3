import { expect, test } from 'vitest'
import { openApiJson } from '@/server/entrances/rest/openapi-served'
import { closed } from '@/tests/support/openapi'

// biome-ignore lint/suspicious/noExplicitAny: schemas of every shape.
type Json = any

const document: Json = closed(JSON.parse(await openApiJson()))
const { schemas } = document.components
const operations: Json[] = Object.values(document.paths).flatMap((item: Json) => Object.values(item))

/** A field, with its place in the document: `Batch.row_counts.total`. */
interface Field {
  name: string
  place: string
  schema: Json
}

function fieldsIn(schema: Json, place: string): Field[] {
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema ?? {}
  return [
    ...Object.entries<Json>(properties).flatMap(([name, field]) => [
      { name, place: `${place}.${name}`, schema: field },
      ...fieldsIn(field, `${place}.${name}`),
    ]),
    ...[items, ...anyOf, ...oneOf].flatMap((inner) => (inner ? fieldsIn(inner, place) : [])),
  ]
}

const fields = Object.entries(schemas).flatMap(([name, schema]) => fieldsIn(schema, name))
const isRequest = ({ place }: Field) => /^\w*(?:Request|Item)\b/.test(place)
const answered = fields.filter((field) => !isRequest(field))

/** Returns the JSON types that a schema allows, without null. */
function typesOf({ $ref, type, anyOf, oneOf, const: literal }: Json): string[] {
  if ($ref) return typesOf(schemas[$ref.split('/').at(-1)])
  const types = literal === undefined ? [type].flat() : [typeof literal]
  const all = (anyOf ?? oneOf)?.flatMap(typesOf) ?? types
  return [...new Set<string>(all.map((one: string) => (one === 'number' ? 'integer' : one)))]
    .filter((one) => one && one !== 'null')
    .toSorted()
}

/** Names with several types, each for a reason. */
const twoTypes: Readonly<Record<string, string>> = {
  limit: 'rate_limit.limit is a string, because it can be “unlimited”.',
}

test('a name has one type in all responses and events', () => {
  const types = new Map<string, Map<string, string>>()
  for (const { name, place, schema } of answered) {
    const type = typesOf(schema).join(' or ')
    if (type) types.set(name, (types.get(name) ?? new Map()).set(type, place))
  }
  const several = [...types].filter(([, places]) => places.size > 1)
  const found = several
    .filter(([name]) => !Object.hasOwn(twoTypes, name))
    .map(([, places]) => Object.fromEntries(places))
  expect(found).toEqual([])
  expect(several.map(([name]) => name)).toEqual(Object.keys(twoTypes))
})

const isTime = ({ schema }: Field) =>
  [schema, ...(schema.anyOf ?? [])].some(({ format }: Json) => format === 'date-time')

test('a time’s name ends in “_at”, except in what Standard Webhooks prescribes', () => {
  const times = fields.filter(isTime)
  expect(times.length).toBeGreaterThan(20)
  expect(times.filter(({ name }) => !/_at$|^timestamp$/.test(name)).map(({ place }) => place)).toEqual([])
  expect(fields.filter((field) => /_at$/.test(field.name) && !times.includes(field)).map(({ place }) => place)).toEqual(
    [],
  )
})

test('the name of a reference to a resource ends in “_id”', () => {
  const isId = ({ schema }: Field) => /^(?:batch|watch|key|cb|del|msg|evt)_\w+$/.test(schema.example ?? '')
  const ids = fields.filter(isId)
  expect(ids.length).toBeGreaterThan(10)
  expect(ids.filter(({ name }) => !/^id$|_id$/.test(name)).map(({ place }) => place)).toEqual([])
})

test('“status” is an HTTP status; a resource has a state', () => {
  const statuses = fields.filter(({ name }) => name === 'status')
  expect(statuses.length).toBeGreaterThan(0)
  expect(statuses.filter(({ schema }) => typesOf(schema).join() !== 'integer').map(({ place }) => place)).toEqual([])
  expect(operations.flatMap(({ parameters = [] }) => parameters).filter(({ name }) => name === 'status')).toEqual([])
})

const lookups = ['resolve', 'search', 'convert', 'batch']
const verbs = 'list get create update delete start pause resume cancel repeat rotate test resend check'.split(' ')

test('an operation’s id is a lookup, or a resource and one of the API’s verbs', () => {
  const form = new RegExp(`^[a-z]+-(?:${verbs.join('|')})(?:[A-Z]\\w*)?$`)
  const ids: string[] = operations.map(({ operationId }) => operationId)
  expect(ids.filter((id) => !lookups.includes(id) && !form.test(id))).toEqual([])
})
