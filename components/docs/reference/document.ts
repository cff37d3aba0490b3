import { formatNumber } from '@/components/format/number'
import { type OpenApiDocument, openApiDocument } from '@/server/rest/openapi'

type SchemaOrReference = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>[string]
type Reference = Extract<SchemaOrReference, { $ref: string }>
type Schema = Exclude<SchemaOrReference, Reference>

type ApiOperation = NonNullable<NonNullable<OpenApiDocument['paths']>[string]['post']>
type Response = Exclude<NonNullable<NonNullable<ApiOperation['responses']>['default']>, Reference>

/** What operations are called with, as the document writes it. */
const methods = ['get', 'post', 'put', 'delete'] as const

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
}

export interface Operation {
  id: string
  method: Method
  /** From the root: `/api/resolve`. */
  path: string
  summary: string
  request: Field[]
  answer: Field[]
  /** What the document calls the answer, which several operations may have; null where it has no name. */
  answerName: string | null
  responses: Array<{ status: string; description: string }>
}

/** The operations of the API as the OpenAPI document has them, and the fields of its problem bodies. */
export function readDocument(): { operations: Operation[]; problem: Field[]; headers: Record<string, string> } {
  const { paths = {}, components } = openApiDocument()
  const resolve: Resolve = (schema) => {
    if (!schema || !('$ref' in schema)) return schema ?? {}
    return resolve(components?.schemas?.[nameOf(schema)])
  }
  const headers: Record<string, string> = {}
  const called = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method: method.toUpperCase() as Method, operation }] : []
    }),
  )
  const operations = called.map(({ path, method, operation }): Operation => {
    const responses: Array<[status: string, response: Response]> = Object.entries(operation.responses ?? {})
    for (const [name, { description = '' }] of responses.flatMap(([, { headers = {} }]) => Object.entries(headers)))
      headers[name] ??= description
    const answer = schemaIn(operation.responses?.['200'])
    return {
      id: operation.operationId ?? '',
      method,
      path: `/api${path}`,
      summary: operation.summary ?? '',
      request: fieldsOf(schemaIn(operation.requestBody), resolve),
      answer: fieldsOf(answer, resolve),
      answerName: answer && '$ref' in answer ? nameOf(answer) : null,
      responses: responses.map(([status, { description }]) => ({ status, description })),
    }
  })
  return { operations, problem: fieldsOf(components?.schemas?.Problem, resolve), headers }
}

/** Follows references; returns an empty schema where there is none. */
type Resolve = (schema: SchemaOrReference | undefined) => Schema

const nameOf = ({ $ref }: Reference): string => $ref.split('/').at(-1) ?? ''

const schemaIn = (body: Response | ApiOperation['requestBody']): SchemaOrReference | undefined =>
  body && 'content' in body ? Object.values(body.content ?? {})[0]?.schema : undefined

/** The fields of an object, each followed by the fields in it. */
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
      example: exampleOf(field.example ?? main.example),
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

/** The description, with the allowed length of a text where the document limits it. */
function descriptionOf(description: string, { minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return description
  return `${description} ${minLength ?? 0} to ${formatNumber(maxLength)} characters.`.trim()
}

/** A text as it is, a list as JSON. */
function exampleOf(example: unknown): string | null {
  if (Array.isArray(example)) return JSON.stringify(example)
  return example === undefined || typeof example === 'object' ? null : String(example)
}
