import type { generateOpenApiDocument } from 'trpc-to-openapi'
import * as z from 'zod'
import { callbackEvents } from '@/server/entrances/trpc/callbacks/schemas'
import { fileTypes, jsonLines } from '@/server/features/batches/write-results'
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
type Content = Record<string, { schema?: unknown; example?: unknown }>

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
  for (const item of Object.values(paths)) {
    for (const operation of [item.get, item.post, item.put, item.patch, item.delete]) {
      if (!operation) continue
      const { body, answer, files = {} } = examples[operation.operationId ?? ''] ?? {}
      const sent = contentOf(operation.requestBody)
      for (const [type, media] of Object.entries(sent))
        media.example = files[type] ?? body ?? exampleOf(media.schema as SchemaOrReference)
      const { responses } = operation
      for (const [type, media] of Object.entries(contentOf(responses?.['200'] ?? responses?.['201'])))
        media.example = type === json ? (answer ?? exampleOf(media.schema as SchemaOrReference)) : files[type]
    }
  }

  /** Returns an example for a schema: its own, or one built from the examples inside it. */
  function exampleOf(schema: SchemaOrReference | undefined): unknown {
    const { example, anyOf = [], type, properties, items, ...own } = resolved(schema)
    if (example !== undefined) return example
    const [option] = anyOf
    if (option) return exampleOf(option as SchemaOrReference)
    if (own.const !== undefined) return own.const
    if (own.enum) return own.enum[0]
    if (properties)
      return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, exampleOf(field)]))
    if (type === 'array') return items ? [exampleOf(items as SchemaOrReference)] : []
    if (type === 'boolean') return false
    return type === 'integer' ? 0 : ''
  }

  function resolved(schema: SchemaOrReference | undefined): Schema {
    if (!schema || !('$ref' in schema)) return schema ?? {}
    return resolved(components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''])
  }
}

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
    'callbacks-add': { body: exampleEndpoint },
    'callbacks-change': { body: exampleEndpoint },
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
