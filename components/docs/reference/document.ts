import { z } from 'zod'
import { formatNumber } from '@/components/format/number'
import { openApiJson } from '@/server/rest/openapi'

/** As much of JSON Schema as the document has. */
interface Schema {
  $ref?: string | undefined
  type?: string | string[] | undefined
  anyOf?: Schema[] | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  items?: Schema | undefined
  description?: string | undefined
  example?: unknown
  enum?: unknown[] | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  maxItems?: number | undefined
}

const schemaShape: z.ZodType<Schema> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    anyOf: z.array(schemaShape).optional(),
    properties: z.record(z.string(), schemaShape).optional(),
    required: z.array(z.string()).optional(),
    items: schemaShape.optional(),
    description: z.string().optional(),
    example: z.unknown().optional(),
    enum: z.array(z.unknown()).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    maxItems: z.number().optional(),
  }),
)

const content = z.record(z.string(), z.object({ schema: schemaShape }))

const documentShape = z.object({
  paths: z.record(
    z.string(),
    z.object({
      post: z.object({
        operationId: z.string(),
        summary: z.string(),
        requestBody: z.object({ content }),
        responses: z.record(
          z.string(),
          z.object({
            description: z.string(),
            headers: z.record(z.string(), z.object({ description: z.string().optional() })).optional(),
            content,
          }),
        ),
      }),
    }),
  ),
  components: z.object({ schemas: z.record(z.string(), schemaShape) }),
})

/** A field of a request or an answer. */
export interface Field {
  /** With what it stands in: `rate_limit.limit`, `results[].cid`. */
  name: string
  /** `string`, `string or null`, `list of at most 20`. */
  type: string
  required: boolean
  /** May have backticks. */
  description: string
  example: string | null
}

export interface Operation {
  id: string
  /** Below the host: `/api/resolve`. */
  path: string
  summary: string
  request: Field[]
  answer: Field[]
  responses: Array<{ status: string; description: string }>
}

/** The operations of the API as the OpenAPI document has them, and the fields of its problem bodies. */
export function readDocument(): { operations: Operation[]; problem: Field[]; headers: Record<string, string> } {
  const { paths, components } = documentShape.parse(JSON.parse(openApiJson()))
  const resolve = (schema: Schema): Schema => {
    const name = schema.$ref?.split('/').at(-1)
    return name === undefined ? schema : resolve(components.schemas[name] ?? {})
  }
  const headers: Record<string, string> = {}
  const operations = Object.entries(paths).map(
    ([path, { post }]): Operation => ({
      id: post.operationId,
      path: `/api${path}`,
      summary: post.summary,
      request: fieldsOf(schemaIn(post.requestBody.content), resolve),
      answer: fieldsOf(schemaIn(post.responses['200']?.content ?? {}), resolve),
      responses: Object.entries(post.responses).map(([status, response]) => {
        for (const [name, { description }] of Object.entries(response.headers ?? {}))
          headers[name] ??= description ?? ''
        return { status, description: response.description }
      }),
    }),
  )
  return { operations, problem: fieldsOf(components.schemas.Problem ?? {}, resolve), headers }
}

const schemaIn = (media: z.output<typeof content>): Schema => Object.values(media)[0]?.schema ?? {}

/** The fields of an object, those within fields included, in reading order. */
function fieldsOf(schema: Schema, resolve: (schema: Schema) => Schema, within = ''): Field[] {
  const { properties = {}, required = [] } = resolve(schema)
  return Object.entries(properties).flatMap(([key, raw]) => {
    const field = resolve(raw)
    const [main = field] = (field.anyOf ?? []).map(resolve).filter(({ type }) => type !== 'null')
    const name = within + key
    const items = main.items && resolve(main.items)
    const own: Field = {
      name,
      type: typeOf(field, main, resolve),
      required: required.includes(key),
      description: descriptionOf(field.description ?? main.description ?? '', main),
      example: exampleOf(field.example ?? main.example),
    }
    return [own, ...fieldsOf(main, resolve, `${name}.`), ...(items ? fieldsOf(items, resolve, `${name}[].`) : [])]
  })
}

function typeOf(field: Schema, main: Schema, resolve: (schema: Schema) => Schema): string {
  const types = [field.type ?? (field.anyOf ?? []).flatMap((option) => resolve(option).type ?? [])].flat()
  const named = types.map((type) => (type === 'array' ? listWords(main) : type))
  return named.join(' or ')
}

const listWords = ({ maxItems }: Schema) => (maxItems === undefined ? 'list' : `list of at most ${maxItems}`)

/** The description, and how long a text may be where the document says so. */
function descriptionOf(description: string, { minLength, maxLength }: Schema): string {
  if (maxLength === undefined) return description
  return `${description} ${minLength ?? 0} to ${formatNumber(maxLength)} characters.`.trim()
}

const exampleOf = (example: unknown): string | null =>
  example === undefined || typeof example === 'object' ? null : String(example)
