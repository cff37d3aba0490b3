import { formatNumber } from '@/components/format/number'
import { type OpenApiDocument, openApiDocument } from '@/server/entrances/rest/openapi'
import { type ErrorCode, errorCodes } from '@/server/platform/problems/errors'

type SchemaOrReference = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>[string]
type Reference = Extract<SchemaOrReference, { $ref: string }>
type Schema = Exclude<SchemaOrReference, Reference>

type ApiOperation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['post']>
type Response = Exclude<NonNullable<NonNullable<ApiOperation['responses']>['default']>, Reference>

/** The operations' HTTP methods, as written in the document. */
const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

type Method = Uppercase<(typeof methods)[number]>

/** A field of a request or a response. */
export interface Field {
  /** With its parents: `rate_limit.limit`, `results[].cid`. */
  name: string
  /** `string`, `string or null`, `list of at most 20`. */
  type: string
  required: boolean
  /** One line of Markdown. */
  description: string
  example: string | null
  /** The allowed values, if it is an enum. */
  options: readonly string[] | null
}

export interface Operation {
  id: string
  method: Method
  /** From the root: `/api/resolve`. */
  path: string
  summary: string
  /** Parameters in the path, the query, and the headers. */
  parameters: Field[]
  request: Field[]
  answer: Field[]
  /** An example of the response. */
  example: unknown
  /** The operation's group, from its tag. */
  group: string
  /** The document's name for the response, which several operations may share; null if it has none. */
  answerName: string | null
  responses: Array<{ status: string; description: string; codes: ErrorCode[] }>
}

/** Reads the OpenAPI document: the API's operations, the fields of its problem bodies, and its response headers. */
export async function readDocument(): Promise<{
  operations: Operation[]
  problem: Field[]
  headers: Record<string, string>
}> {
  const { paths = {}, components } = await openApiDocument()
  const resolve: Resolve = (schema) => {
    if (!schema || !('$ref' in schema)) return schema ?? {}
    return resolve(components?.schemas?.[nameOf(schema)])
  }
  const headers: Record<string, string> = {}
  const calls = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method: method.toUpperCase() as Method, operation }] : []
    }),
  )
  const operations = calls.map(({ path, method, operation }): Operation => {
    const responses: Array<[status: string, response: Response]> = Object.entries(operation.responses ?? {})
    for (const [name, { description = '' }] of responses.flatMap(([, { headers = {} }]) => Object.entries(headers)))
      headers[name] ??= description
    const success = operation.responses?.['200'] ?? operation.responses?.['201']
    const answer = schemaIn(success)
    return {
      id: operation.operationId ?? '',
      method,
      path: `/api${path}`,
      summary: operation.summary ?? '',
      group: operation.tags?.[0] ?? '',
      parameters: parametersOf(operation, resolve),
      request: fieldsOf(schemaIn(operation.requestBody), resolve),
      answer: fieldsOf(answer, resolve),
      example: mediaIn(success)?.example,
      answerName: answer && '$ref' in answer ? nameOf(answer) : null,
      responses: responses.map(([status, { description }]) => ({ status, description, codes: codesIn(description) })),
    }
  })
  return { operations, problem: fieldsOf(components?.schemas?.Problem, resolve), headers }
}

/** Returns the codes listed in a response's description. */
const codesIn = (description: string): ErrorCode[] =>
  [...description.matchAll(/`(\w+)`/g)].flatMap(([, name]) => errorCodes.find((code) => code === name) ?? [])

/** Follows references; returns an empty schema if there is none. */
type Resolve = (schema: SchemaOrReference | undefined) => Schema

const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

const mediaIn = (body: Response | ApiOperation['requestBody']) =>
  body && 'content' in body ? Object.values(body.content ?? {})[0] : undefined

const schemaIn = (body: Response | ApiOperation['requestBody']): SchemaOrReference | undefined => mediaIn(body)?.schema

/** Returns the fields of an object, each followed by the fields inside it. */
function fieldsOf(schema: SchemaOrReference | undefined, resolve: Resolve, parent = ''): Field[] {
  const { properties = {}, required = [] } = resolve(schema)
  return Object.entries(properties).flatMap(([key, property]) => {
    const field = resolve(property)
    const [main = field] = (field.anyOf ?? []).map(resolve).filter(({ type }) => type !== 'null')
    const name = parent + key
    const own: Field = {
      name,
      type: typeOf(field, main, resolve),
      required: required.includes(key),
      description: descriptionOf(field.description ?? main.description ?? '', main),
      example: exampleText(field.example ?? main.example),
      options: optionsOf(main),
    }
    return [own, ...fieldsOf(main, resolve, `${name}.`), ...fieldsOf(main.items, resolve, `${name}[].`)]
  })
}

function typeOf(field: Schema, main: Schema, resolve: Resolve): string {
  const types = [field.type ?? (field.anyOf ?? []).flatMap((option) => resolve(option).type ?? [])].flat()
  const named = types.map((type) => (type === 'array' ? listWords(main) : type))
  return named.join(' or ')
}

const listWords = ({ maxItems }: Schema) => (maxItems === undefined ? 'list' : `list of at most ${maxItems}`)

/** Returns the description, with a string's allowed length if the document limits it. */
function descriptionOf(description: string, { minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return description
  return `${description} ${minLength ?? 0} to ${formatNumber(maxLength)} characters.`.trim()
}

/** Returns a scalar as text and a list as JSON. */
function exampleText(example: unknown): string | null {
  if (Array.isArray(example)) return JSON.stringify(example)
  return example === undefined || typeof example === 'object' ? null : String(example)
}

const optionsOf = (schema: Schema): string[] | null => {
  const options = schema.enum?.filter((option): option is string => typeof option === 'string') ?? []
  return options.length > 0 ? options : null
}

/** Returns an operation's parameters in its path, its query, and its own headers. */
const parametersOf = ({ parameters = [] }: ApiOperation, resolve: Resolve): Field[] =>
  parameters.flatMap((parameter) => {
    if ('$ref' in parameter || !parameter.name) return []
    const { name, required = false, description = '' } = parameter
    const schema = resolve(parameter.schema as SchemaOrReference)
    return {
      name,
      type: placeWords[parameter.in ?? ''] ?? '',
      required,
      description: description || schema.description || '',
      example: exampleText(schema.example),
      options: optionsOf(schema),
    }
  })

const placeWords: Record<string, string> = { path: 'in the path', query: 'in the query', header: 'a header' }
