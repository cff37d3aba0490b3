import { STATUS_CODES } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import type { OpenApiDocument } from './openapi'
import { idVariable, kindOf } from './procedures'

interface Parameter {
  name: string
}

interface Response {
  headers?: Record<string, { description?: string }>
  content?: Record<string, { schema?: { $ref?: string }; examples?: object }>
}

interface Operation {
  tags?: readonly string[]
  parameters?: Parameter[]
  responses?: Record<string, Response>
}

type Paths = Record<string, Record<string, Operation>>

/** One occurrence of a part of the document, by its place in an object or array. */
interface Occurrence {
  place: Record<string | number, object>
  key: string | number
  /** The names that the part may get, best first. */
  names: readonly string[]
}

/** A JSON schema, as far as it is read here. */
interface Schema {
  type?: unknown
  description?: string
  properties?: Record<string, object>
  required?: readonly string[]
  additionalProperties?: unknown
}

/**
 * Moves the response headers, and every parameter and response that occurs more than once, into the document's
 * components, so that each is written once.
 */
export function shareParts(document: OpenApiDocument): void {
  const calls = callsIn(document.paths as Paths)
  describeCommonHeaders(document, calls)
  const events = callsIn(document.webhooks as Paths)
  const components = {
    ...document.components,
    schemas: extended(withBases((document.components?.schemas ?? {}) as Record<string, Schema>)),
    headers: moved('headers', calls.flatMap(headersOf), 1),
    parameters: moved('parameters', [...calls, ...events].flatMap(parametersOf), 2),
    responses: moved('responses', responsesOf([...calls, ...events]), 2),
  }
  Object.assign(document, { components })
}

/** Moves the headers that every response has into the description of the API. */
function describeCommonHeaders({ info }: OpenApiDocument, calls: readonly Call[]): void {
  const all = calls.flatMap(({ operation }) => Object.values(operation.responses ?? {}))
  const common = Object.entries(all[0]?.headers ?? {}).filter(([name]) =>
    all.every(({ headers = {} }) => headers[name]),
  )
  for (const { headers = {} } of all) for (const [name] of common) delete headers[name]
  const words = common.map(([name, { description }]) => `- \`${name}\`: ${description}`)
  info.description = [info.description, '', 'Every response has these headers:', '', ...words].join('\n')
}

/** The fields that schemas must share for one to extend the other. */
const leastFields = 5

/** The fields that two schemas must share to get a base. */
const leastBaseFields = 16

/** Returns the schemas, with a base for two that share most fields, such as the listings of lookups and batches. */
function withBases(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const all = Object.entries(schemas)
  const bases = all.flatMap(([name, one], index) =>
    all.slice(index + 1).flatMap(([, other]) => {
      const base = commonPart(one, other)
      return sizeOf(base) >= leastBaseFields && isPartOf(base, one) && isPartOf(base, other)
        ? [[`${name}Fields`, base] as const]
        : []
    }),
  )
  return { ...schemas, ...Object.fromEntries(bases) }
}

/** Returns the fields that two schemas share. */
function commonPart({ properties = {}, required = [] }: Schema, other: Schema): Schema {
  const common = Object.entries(properties).filter(([name, field]) =>
    isDeepStrictEqual(field, other.properties?.[name]),
  )
  const isRequired = (name: string) => required.includes(name) && other.required?.includes(name)
  return {
    type: 'object',
    properties: Object.fromEntries(common),
    required: common.map(([name]) => name).filter(isRequired),
  }
}

/** Returns the schemas. One that has all fields of another, such as a created key, extends the other. */
function extended(schemas: Readonly<Record<string, Schema>>): Record<string, object> {
  const bySize = Object.entries(schemas).toSorted(([, one], [, other]) => sizeOf(other) - sizeOf(one))
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const [base, { properties: known = {}, required: always = [] } = {}] =
        bySize.find(([, other]) => isPartOf(other, schema)) ?? []
      if (!base) return [name, schema]
      const { description, properties = {}, required = [] } = schema
      const own = {
        type: 'object',
        properties: Object.fromEntries(Object.entries(properties).filter(([field]) => !Object.hasOwn(known, field))),
        required: required.filter((field) => !always.includes(field)),
      }
      return [name, { description, allOf: [{ $ref: `#/components/schemas/${base}` }, own] }]
    }),
  )
}

const sizeOf = ({ properties = {} }: Schema): number => Object.keys(properties).length

/** Whether a response's schema consists of the other schema's fields and more. */
const isPartOf = (one: Schema, { properties = {}, required = [], additionalProperties }: Schema): boolean =>
  additionalProperties === undefined &&
  one.additionalProperties === undefined &&
  sizeOf(one) >= leastFields &&
  sizeOf(one) < Object.keys(properties).length &&
  Object.entries(one.properties ?? {}).every(([name, field]) => isDeepStrictEqual(field, properties[name])) &&
  (one.required ?? []).every((name) => required.includes(name))

interface Call {
  path: string
  operation: Operation
}

const callsIn = (paths: Paths = {}): Call[] =>
  Object.entries(paths).flatMap(([path, item]) => Object.values(item).map((operation) => ({ path, operation })))

/**
 * Replaces parts of the document with references to components.
 * @param leastCount how often a part must occur to be moved.
 * @returns the components, by name. A part whose names are all taken stays where it is.
 */
function moved(kind: string, occurrences: readonly Occurrence[], leastCount: number): Record<string, object> {
  const same = groupBy(occurrences, ({ place, key }) => JSON.stringify(place[key]))
  const components: Record<string, object> = {}
  for (const group of [...same.values()].toSorted((one, other) => other.length - one.length)) {
    const [{ place, key, names }] = group as [Occurrence]
    const name = names.find((option) => !Object.hasOwn(components, option))
    const part = place[key]
    if (group.length < leastCount || !name || !part) continue
    components[name] = part
    for (const one of group) one.place[one.key] = { $ref: `#/components/${kind}/${name}` }
  }
  return components
}

/** Groups values, in the order of their first occurrence. */
function groupBy<Value>(values: readonly Value[], groupOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) groups.set(groupOf(value), [...(groups.get(groupOf(value)) ?? []), value])
  return groups
}

const headersOf = ({ operation }: Call): Occurrence[] =>
  Object.values(operation.responses ?? {}).flatMap(({ headers = {} }) =>
    Object.keys(headers).map((key) => ({ place: headers, key, names: [key] })),
  )

const parametersOf = ({ path, operation: { parameters = [] } }: Call): Occurrence[] =>
  parameters.map(({ name }, key) => ({
    place: parameters as unknown as Occurrence['place'],
    key,
    names: name === 'id' ? [idVariable(path)] : [name, `${kindOf(path)}_${name}`],
  }))

/** Returns all responses. Responses that are the same everywhere are named by their status, others also by their tag. */
function responsesOf(calls: readonly Call[]): Occurrence[] {
  const all = calls.flatMap(({ operation: { responses = {}, tags: [tag = ''] = [] } }) =>
    Object.entries(responses).map(([key, response]) => ({ place: responses, key, response, tag })),
  )
  const same = groupBy(all, ({ response }) => JSON.stringify(response))
  return all.map(({ place, key, response, tag }) => {
    const isGeneral = new Set(same.get(JSON.stringify(response))?.map((one) => one.tag)).size > 1
    return { place, key, names: namesOf(key, response, isGeneral ? '' : tag) }
  })
}

function namesOf(status: string, { content = {} }: Response, tag: string): string[] {
  const [{ schema, examples = {} } = {}] = Object.values(content)
  const schemaName = schema?.$ref?.split('/').at(-1) ?? ''
  if (status === '201') return [`${schemaName}CreatedResponse`]
  if (status === '200' && schemaName) return [`${schemaName}Response`]
  const words = [STATUS_CODES[status] ?? status, ...Object.keys(examples)]
  const [title = '', ...codes] = words.map((text) =>
    text.replaceAll(/(?:^|[ _])(\w)/g, (_, first) => first.toUpperCase()),
  )
  return [`${tag}${title}`, codes.join('Or')]
}
