import { isDeepStrictEqual } from 'node:util'
import type { generateOpenApiDocument } from 'trpc-to-openapi'
import * as z from 'zod'
import { callbackEvents } from '@/server/entrances/trpc/callbacks/schemas'
import { fileTypes } from '@/server/features/batches/file-formats'
import { jsonLines } from '@/server/features/batches/write-results'
import { callbackHeaders, callbackTypes } from '@/server/features/callbacks/delivery'
import { tableCells, tableHeadings } from '@/server/features/lists/added-columns'
import { plainCsvRows } from '@/server/platform/runtime/csv'
import {
  batchExamples,
  eventExample,
  exampleEndpoint,
  exampleListing,
  keyExamples,
  lookupExamples,
  watchlistExamples,
} from './examples/operations'

type Document = ReturnType<typeof generateOpenApiDocument>
type SchemaOrReference = NonNullable<NonNullable<Document['components']>['schemas']>[string]
type Schema = Exclude<SchemaOrReference, { $ref: string }>

interface Media {
  schema?: unknown
  example?: unknown
  examples?: object
}

type Content = Record<string, Media>

/** An example of an operation: its request body, its response, and files by media type. */
interface Example {
  body?: object
  answer?: object
  files?: Record<string, string>
}

/**
 * Adds an example to each request body and response: a real one from the sample data, or one built from the fields'
 * examples.
 */
export async function addExamples({ paths = {}, components }: Document): Promise<void> {
  const examples = await allExamples()
  for (const { operationId = '', requestBody, responses } of operationsOf(paths)) {
    const { body, answer, files = {} } = examples[operationId] ?? {}
    for (const [type, media] of Object.entries(contentOf(requestBody)))
      media.example = files[type] ?? body ?? exampleOf(media.schema as SchemaOrReference, components)
    for (const [type, media] of Object.entries(contentOf(responses?.['200'] ?? responses?.['201'])))
      media.example = type === json ? (answer ?? exampleOf(media.schema as SchemaOrReference, components)) : files[type]
  }
}

const operationsOf = (paths: Document['paths'] = {}) =>
  Object.values(paths).flatMap(({ get, post, put, patch, delete: remove }) =>
    [get, post, put, patch, remove].flatMap((operation) => operation ?? []),
  )

type Components = Document['components']

/** Returns an example for a schema: its own, or one built from the examples inside it. */
function exampleOf(schema: SchemaOrReference | undefined, components: Components): unknown {
  const { example, anyOf = [], type, properties, items, ...own } = resolved(schema, components)
  if (example !== undefined) return example
  const [option] = anyOf
  if (option) return exampleOf(option as SchemaOrReference, components)
  if (own.const !== undefined) return own.const
  if (own.enum) return own.enum[0]
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field, components)]))
  if (type === 'array') return items ? [exampleOf(items as SchemaOrReference, components)] : []
  if (type === 'boolean') return false
  return type === 'integer' ? 0 : ''
}

function resolved(schema: SchemaOrReference | undefined, components: Components): Schema {
  if (!schema || !('$ref' in schema)) return schema ?? {}
  return resolved(components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''], components)
}

/**
 * Shortens examples for programs that generate code, which write each `example` into a comment, but not a body's
 * `examples`. Removes a response's example if the examples of its fields add up to it, and a field's example if it is no
 * text, such as a count or null.
 */
export function shortenExamples({ paths = {}, webhooks = {}, components }: Document): void {
  for (const { requestBody, responses = {} } of [paths, webhooks].flatMap(operationsOf)) {
    for (const media of Object.values(contentOf(requestBody))) rename(media)
    for (const media of Object.values(responses).flatMap((response) => Object.values(contentOf(response)))) {
      const isBuilt = isDeepStrictEqual(media.example, exampleOf(media.schema as SchemaOrReference, components))
      if (isBuilt) delete media.example
      else rename(media)
    }
  }
  const textOnly = (name: string, value: unknown) => (name === 'example' && isFigure(value) ? undefined : value)
  Object.assign(components ?? {}, { schemas: JSON.parse(JSON.stringify(components?.schemas ?? {}), textOnly) })

  function rename(media: Media) {
    if (media.example === undefined) return
    media.examples = { default: { value: media.example } }
    delete media.example
  }
}

/** Whether an example is a number, a boolean, null, or an empty list. */
const isFigure = (example: unknown): boolean =>
  Array.isArray(example) ? example.length === 0 : typeof example !== 'string' && !(example instanceof Object)

const json = 'application/json'

const contentOf = (body: object | undefined): Content =>
  body && 'content' in body ? ((body.content ?? {}) as Content) : {}

async function allExamples(): Promise<Record<string, Example>> {
  const {
    'batches-create': create,
    'batches-updatePart': part,
    'batches-update': update,
    'batches-listResults': results,
  } = batchExamples(await exampleListing())
  const { lines } = part.body
  const { results: rows } = results.answer
  const files = {
    'text/csv': `link\n${lines.join('\n')}\n`,
    'application/x-ndjson': `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  }
  return {
    ...(await lookupExamples()),
    ...keyExamples,
    ...watchlistExamples(),
    'callbacks-create': { body: exampleEndpoint },
    'callbacks-update': { body: exampleEndpoint },
    'batches-create': { ...create, files },
    'batches-updatePart': { ...part, files },
    'batches-update': update,
    'batches-listResults': results,
    'batches-getResultsCsv': {
      files: { [fileTypes.csv]: plainCsvRows([tableHeadings([]), ...rows.map((row) => tableCells(row, []))]) },
    },
    'batches-getResultsJsonl': { files: { [fileTypes.jsonl]: jsonLines(rows) } },
  }
}

/**
 * Describes the events that are posted to endpoints, with an example of each event, and adds the schemas of the events'
 * bodies.
 */
export function webhooks(schemas: Record<string, object>): NonNullable<Document['webhooks']> {
  return Object.fromEntries(
    callbackTypes.map((type) => {
      const { $schema: _, $defs, ...own } = z.toJSONSchema(callbackEvents[type])
      // Schemas with names are already in the document.
      const schema = JSON.parse(JSON.stringify(own).replaceAll('#/$defs/', '#/components/schemas/'))
      const name = `${type.replace(/(?:^|\.)(\w)/g, (_, first: string) => first.toUpperCase())}Event`
      schemas[name] = schema
      return [type, { post: webhook(type, schema.description ?? '', `#/components/schemas/${name}`) }]
    }),
  )
}

const webhook = (type: (typeof callbackTypes)[number], description: string, $ref: string) => ({
  operationId: `event-${type.replace('.', '-')}`,
  summary: `Receive the ${type} event`,
  description,
  tags: ['Callbacks'],
  security: [],
  parameters: Object.entries(callbackHeaders).map(([name, meaning]) => {
    return { name, in: 'header' as const, required: true, description: meaning, schema: { type: 'string' as const } }
  }),
  requestBody: { required: true, content: { 'application/json': { schema: { $ref }, example: eventExample(type) } } },
  responses: {
    '2XX': { description: 'Received. The response body is ignored.' },
    410: { description: 'Gone. The endpoint is turned off.' },
    default: { description: 'Not received. Pinref tries up to eight times over about a day.' },
  },
})
