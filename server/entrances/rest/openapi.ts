import { generateOpenApiDocument } from 'trpc-to-openapi'
import { stringify } from 'yaml'
import { appRouter } from '@/server/entrances/trpc/router'
import { type FileFormat, fileFormats, fileTypes } from '@/server/features/batches/write-results'
import { countryPattern } from '@/server/features/listings/country'
import { contactEmail, env } from '@/server/platform/settings/env'
import { addExamples, webhooks } from './openapi-examples'
import { examplesOfProblems, responsesOf } from './openapi-responses'
import { allRoutes, filePath, type OperationMethod } from './procedures'

export type OpenApiDocument = ReturnType<typeof generateOpenApiDocument>

type Paths = NonNullable<OpenApiDocument['paths']>
type Operation = NonNullable<Paths[string]['get']>
type SchemaOrReference = NonNullable<NonNullable<OpenApiDocument['components']>['schemas']>[string]
type Schema = Exclude<SchemaOrReference, { $ref: string }>

/** The groups of operations: the `tags` in their procedures' meta. */
const tags = [
  {
    name: 'Lookups',
    description: 'Look up one listing, or up to 100 in one call, with an immediate response. A key is optional.',
  },
  { name: 'Batches', description: 'Look up as many as 1,000,000 lines in the background. Requires a key.' },
  {
    name: 'Watchlists',
    description: 'Check listings regularly and get an event when one moves, disappears, or reappears. Requires a key.',
  },
  {
    name: 'Callbacks',
    description:
      'Receive events about batches and watchlists instead of polling. Requires a key with the `callbacks` operation.',
  },
  { name: 'Keys', description: 'Create and manage API keys from a program. Requires a key with the `keys` operation.' },
  {
    name: 'Account',
    description: 'Get the usage and limits of the account and the key. Requires a key; never counts as a call.',
  },
]

/** The names of the request bodies, by operation. Generated clients use these names as type names. */
const requestNames: Record<string, string> = {
  resolve: 'ResolveRequest',
  search: 'SearchRequest',
  convert: 'ConvertRequest',
  batch: 'BatchRequest',
  'batches-make': 'MakeBatchRequest',
  'batches-putPart': 'BatchPartRequest',
  'batches-rename': 'RenameBatchRequest',
  'keys-create': 'CreateKeyRequest',
  'keys-update': 'UpdateKeyRequest',
  'callbacks-add': 'AddCallbackRequest',
  'callbacks-change': 'ChangeCallbackRequest',
  'watchlists-make': 'MakeWatchlistRequest',
  'watchlists-change': 'ChangeWatchlistRequest',
  'watchlists-addListings': 'AddListingsRequest',
}

let document: Promise<OpenApiDocument> | undefined

/**
 * Returns the OpenAPI document. trpc-to-openapi generates it from the router. The result is then corrected to match
 * this server's responses, and tags, names, examples, and the responses for every status are added. Built once.
 */
export function openApiDocument(): Promise<OpenApiDocument> {
  document ??= buildDocument()
  return document
}

let json: string | undefined
let yaml: string | undefined

/** Returns the document as JSON text. */
export async function openApiJson(): Promise<string> {
  json ??= JSON.stringify(await openApiDocument())
  return json
}

/** Returns the document as YAML text, without aliases and without wrapped lines. */
export async function openApiYaml(): Promise<string> {
  yaml ??= stringify(await openApiDocument(), { aliasDuplicateObjects: false, lineWidth: 0 })
  return yaml
}

async function buildDocument(): Promise<OpenApiDocument> {
  const { APP_URL } = env()
  const email = contactEmail()
  const generated = generateOpenApiDocument(appRouter, {
    title: 'Pinref',
    version: '1',
    openApiVersion: '3.1.0',
    baseUrl: `${APP_URL}/api`,
    docsUrl: `${APP_URL}/docs`,
    description:
      'Turns any reference to a Google Maps listing into the listing’s permanent identifiers and public rating. Send an API key as ' +
      '`X-API-Key` or as a bearer token. Without a key, lookups count against the free daily quota. CIDs are always strings, because ' +
      'JSON numbers lose digits.',
    contact: { name: 'Pinref', url: `${APP_URL}/contact`, ...(email && { email }) },
    license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    securitySchemes: {
      apiKey: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'An API key for your account. Create one at /keys.',
      },
      bearer: { type: 'http', scheme: 'bearer', description: 'An API key as a bearer token.' },
    },
  })
  correctFields(generated)
  describeFiles(generated)
  const { paths = {}, components } = generated
  const schemas = (components?.schemas ?? {}) as Record<string, Schema>
  for (const { path, method, operation } of operationsIn(paths)) {
    const facts = allRoutes().get(path)?.operations[method]
    if (!facts) throw new Error(`${method} ${path} is in the document but is not a route.`)
    const ok = operation.responses?.['200'] as { content?: object } | undefined
    // Several operations share these paths, so their ids use the procedures' names.
    const isShared = /^\/(?:batches|keys|callbacks|watchlists)\b/.test(path)
    // A call without a key comes from a visitor, who has no data to read.
    const isForVisitors = method !== 'GET' && !isShared
    Object.assign(operation, {
      operationId: isShared ? operation.operationId : path.slice(1),
      security: [{ apiKey: [] }, { bearer: [] }, ...(isForVisitors ? [{}] : [])],
      responses: responsesOf(path, method === 'GET', ok?.content, facts),
      ...(facts.idempotent && { parameters: [...(operation.parameters ?? []), idempotency] }),
      ...(facts.deprecation && { deprecated: true }),
    })
  }
  describeParameters(paths)
  await addExamples(generated)
  nameRequests(paths, schemas)
  nameItems(schemas)
  // The library adds its own error bodies, which are never sent.
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name]
  generated.webhooks = webhooks(schemas)
  Object.assign(components ?? {}, { examples: examplesOfProblems() })
  return Object.assign(generated, { tags })
}

/** Returns the operations in the document, each with its path and method. */
function operationsIn(paths: Paths): Array<{ path: string; method: OperationMethod; operation: Operation }> {
  return Object.entries(paths).flatMap(([path, { get, post, put, patch, delete: remove }]) =>
    Object.entries({ GET: get, POST: post, PUT: put, PATCH: patch, DELETE: remove }).flatMap(([method, operation]) =>
      operation ? [{ path, method: method as OperationMethod, operation }] : [],
    ),
  )
}

/** Corrects the fields of request bodies for programs that generate types or requests from the document. */
function correctFields({ paths = {} }: OpenApiDocument): void {
  for (const { requestBody } of operationsIn(paths).map(({ operation }) => operation)) {
    const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
    if (json?.schema) json.schema = corrected(json.schema)
  }
}

function corrected<One extends SchemaOrReference>(schema: One): One {
  if ('$ref' in schema) return schema
  const { properties = {}, items, oneOf } = schema
  const fields = Object.entries(properties).map(([name, field]) => [name, correctedField(name, field)])
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(fields) }),
    ...(items && typeof items === 'object' && { items: corrected(items as SchemaOrReference) }),
    ...(oneOf && { oneOf: oneOf.map((option) => corrected(option as SchemaOrReference)) }),
  }
}

/** Some generators make a field with a `default` required in their types, so a sentence replaces it. */
function correctedField(name: string, field: SchemaOrReference): SchemaOrReference {
  const { default: omitted, description, ...own } = corrected(field) as Schema
  return {
    ...own,
    description: omitted === undefined ? description : `${description ?? ''} Defaults to \`${omitted}\`.`.trim(),
    ...(name === 'country' && { pattern: countryPattern() }),
  } as Schema
}

/** Names the kinds of `/batch` items and adds a discriminator field. */
function nameItems(schemas: Record<string, Schema>): void {
  const { items: list } = schemas.BatchRequest?.properties ?? {}
  const { oneOf = [] } = ((list as Schema | undefined)?.items ?? {}) as Schema
  const named = oneOf.map((option) => {
    const { operation: field } = (option as Schema).properties ?? {}
    const operation = String((field as Schema).const)
    const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Item`
    schemas[name] = option as Schema
    return { operation, $ref: `#/components/schemas/${name}` }
  })
  const mapping = Object.fromEntries(named.map(({ operation, $ref }) => [operation, $ref]))
  Object.assign(list ?? {}, {
    items: { oneOf: named.map(({ $ref }) => ({ $ref })), discriminator: { propertyName: 'operation', mapping } },
  })
}

/** Moves each parameter's description out of its schema, where the library puts it but few programs read it. */
function describeParameters(paths: Paths): void {
  for (const parameter of operationsIn(paths).flatMap(({ operation }) => operation.parameters ?? [])) {
    if ('$ref' in parameter || !parameter.schema || !('description' in parameter.schema)) continue
    const { description, ...schema } = parameter.schema
    Object.assign(parameter, { description: parameter.description ?? description, schema })
  }
}

/** Names the request bodies, as is already done for the response bodies, and drops request bodies without fields. */
function nameRequests(paths: Paths, schemas: Record<string, Schema>): void {
  for (const { operation } of operationsIn(paths)) {
    const { operationId = '', requestBody } = operation
    const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
    const name = requestNames[operationId]
    if (!json?.schema || !name) {
      // An operation whose path contains all parameters needs no body.
      delete operation.requestBody
      continue
    }
    schemas[name] = json.schema as Schema
    json.schema = { $ref: `#/components/schemas/${name}` }
  }
}

const text = (description: string) => ({ schema: { type: 'string', description } })

/** Describes something the library doesn't know: batch lines and results can also be files. */
function describeFiles(document: OpenApiDocument): void {
  const { paths = {} } = document
  for (const [path, method] of [
    ['/batches', 'post'],
    ['/batches/{id}/parts/{part}', 'put'],
  ] as const) {
    const operation = paths[path]?.[method]
    const body = operation?.requestBody
    if (!operation || !body || '$ref' in body) continue
    const { schema } = body.content['application/json'] ?? {}
    const { data: _, format, lines, ...options } = (schema && 'properties' in schema && schema.properties) || {}
    Object.assign(operation, {
      requestBody: {
        content: {
          'application/json': {
            schema: { type: 'object', properties: { ...options, lines }, additionalProperties: false },
          },
          'text/csv': text('CSV with a header row.'),
          'application/x-ndjson': text('A JSON string or object on each line.'),
        },
      },
      parameters: [
        ...(operation.parameters ?? []),
        ...Object.entries({ ...options, format }).map(([name, option]) => ({ name, in: 'query', schema: option })),
      ],
    })
  }
  document.paths = Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) => {
      const files = path === '/batches/{id}/results' && item.get ? filesLike(item.get) : []
      return [[path, item], ...files]
    }),
  )
}

/**
 * Returns the paths for results files, which accept the same parameters as a page of results, except the page length.
 */
function filesLike(page: Operation): Array<[path: string, item: { get: Operation }]> {
  return fileFormats.map((format) => {
    const { summary, content } = resultFiles[format]
    const get = {
      ...page,
      operationId: `batches-${format}`,
      summary,
      description:
        'Returns all finished lines, even while the batch runs. Compressed if you accept gzip. An account can download three files at a time. A download is cut off after ten minutes.',
      parameters: (page.parameters ?? []).filter((one) => !('name' in one && one.name === 'limit')),
      responses: { 200: { description: 'OK', content: { [fileTypes[format]]: text(content) } } },
    }
    return [filePath(format), { get }]
  })
}

interface ResultFile {
  summary: string
  content: string
}

const resultFiles: Record<FileFormat, ResultFile> = {
  csv: {
    summary: 'Get all results as CSV',
    content: 'For spreadsheets. Your file’s columns come first.',
  },
  jsonl: {
    summary: 'Get all results as JSON Lines',
    content: 'One object per line, as in a page’s `results`.',
  },
}

const idempotency = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Up to 255 characters. Repeating a request with the same value within 24 hours does not create a second resource. It returns the existing batch, watchlist, or endpoint, or replaces the first key with a new one.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
