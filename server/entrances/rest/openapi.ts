import { generateOpenApiDocument } from 'trpc-to-openapi'
import { description } from '@/package.json'
import { appRouter } from '@/server/entrances/trpc/router'
import { fileFormats, fileTypes } from '@/server/features/batches/file-formats'
import { countryPattern } from '@/server/features/listings/country'
import { contactEmail, env } from '@/server/platform/settings/env'
import { addExamples, webhooks } from './openapi-examples'
import { examplesOfProblems, responsesOf } from './openapi-responses'
import { allRoutes } from './procedures'
import { filePath, type Operation as OperationFacts } from './served-router'

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

let document: Promise<OpenApiDocument> | undefined

/**
 * Returns the OpenAPI document as the docs and the Postman collection read it: without shared parts, and as strict as the
 * server. trpc-to-openapi generates it from the router. The result is then corrected to match this server's responses,
 * and tags, names, examples, and the responses for every status are added. Built once. `openapi-served.ts` prepares it
 * for clients.
 */
export function openApiDocument(): Promise<OpenApiDocument> {
  document ??= buildDocument()
  return document
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
      `${description} Send an API key as \`X-API-Key\` or as a bearer token. Without a key, lookups count against the free daily ` +
      'quota. CIDs are always strings, because JSON numbers lose digits.',
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
  for (const { operation, facts } of operationsIn(paths)) {
    const ok = operation.responses?.['200'] as { content?: object } | undefined
    Object.assign(operation, {
      security: facts.who.includes('visitor') ? [...anyKey, {}] : undefined,
      responses: responsesOf(ok?.content, facts),
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
  return Object.assign(generated, { tags, security: anyKey })
}

/** An API key in either header. */
const anyKey = [{ apiKey: [] }, { bearer: [] }]

/** An operation in the document, with what its procedure's meta says. */
export interface Documented {
  path: string
  operation: Operation
  facts: OperationFacts
}

/** Returns the operations in the document. */
export const operationsIn = (paths: Paths): Documented[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.values(allRoutes().get(path)?.operations ?? {}).flatMap((facts) => {
      const operation = item[methodOf(facts)]
      return operation ? [{ path, operation, facts }] : []
    }),
  )

const methodOf = ({ method }: OperationFacts) => method.toLowerCase() as Lowercase<typeof method>

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
    // The library loses this where an input has rules about several fields.
    ...(schema.properties && { properties: Object.fromEntries(fields), additionalProperties: false }),
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

/** Names the kinds of items in the requests that have several, and adds a discriminator field. */
function nameItems(schemas: Record<string, Schema>): void {
  for (const { properties = {} } of Object.values(schemas)) {
    for (const list of Object.values(properties) as Schema[]) {
      const { oneOf = [] } = (list.items ?? {}) as Schema
      const kinds = oneOf.map((option) => [kindOf(option as Schema), option as Schema] as const)
      if (kinds.length === 0 || kinds.some(([kind]) => kind === undefined)) continue
      nameKinds(list, kinds)
    }
  }

  function nameKinds(list: Schema, kinds: ReadonlyArray<readonly [kind: unknown, option: Schema]>): void {
    const named = kinds.map(([kind, option]) => {
      const operation = String(kind)
      const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Item`
      schemas[name] = option
      return { operation, $ref: `#/components/schemas/${name}` }
    })
    const mapping = Object.fromEntries(named.map(({ operation, $ref }) => [operation, $ref]))
    Object.assign(list, {
      items: { oneOf: named.map(({ $ref }) => ({ $ref })), discriminator: { propertyName: 'operation', mapping } },
    })
  }
}

/** Returns the constant that tells an item's kind; undefined if there is none. */
const kindOf = ({ properties = {} }: Schema): unknown => (properties.operation as Schema | undefined)?.const

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
  for (const { operation, facts } of operationsIn(paths)) {
    const { requestBody } = operation
    const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
    const { requestName: name, isBodyOptional } = facts
    if (!json?.schema || !name) {
      // An operation whose path contains all parameters needs no body.
      delete operation.requestBody
      continue
    }
    schemas[name] = json.schema as Schema
    json.schema = { $ref: `#/components/schemas/${name}` }
    if (isBodyOptional) Object.assign(requestBody as object, { required: false })
  }
}

const text = (description: string) => ({ schema: { type: 'string', description } })

/** The descriptions of the media types of lines, besides JSON. */
const linesAs: Readonly<Record<string, string>> = {
  'text/csv': 'CSV with a header row.',
  'application/x-ndjson': 'A JSON string or object on each line.',
}

/** Describes something the library doesn't know: lines and responses can also be files. */
function describeFiles(document: OpenApiDocument): void {
  const { paths = {} } = document
  for (const { operation, facts } of operationsIn(paths)) {
    const { requestBody } = operation
    if (!facts.body.isLines || !requestBody || '$ref' in requestBody) continue
    const [main, ...media] = facts.body.media
    const { schema } = requestBody.content[main] ?? {}
    const { data: _, format: __, lines, ...options } = (schema && 'properties' in schema && schema.properties) || {}
    Object.assign(operation, {
      requestBody: {
        content: {
          [main]: { schema: { type: 'object', properties: { ...options, lines }, additionalProperties: false } },
          ...Object.fromEntries(media.map((type) => [type, text(linesAs[type] ?? '')])),
        },
      },
      parameters: [
        ...(operation.parameters ?? []),
        ...Object.entries(options).map(([name, option]) => ({ name, in: 'query', schema: option })),
      ],
    })
  }
  document.paths = Object.fromEntries(
    Object.entries(paths).flatMap(([path, item]) => {
      const files = allRoutes().get(path)?.operations.GET?.files
      return [[path, item], ...(item.get && files ? filesLike(path, item.get, files) : [])]
    }),
  )
}

/**
 * Returns the paths of a response's files, which accept the same parameters as a page of the response, except the page
 * length. A CSV can also be written for a spreadsheet.
 */
function filesLike(
  path: string,
  page: Operation,
  { description, ...files }: NonNullable<OperationFacts['files']>,
): Array<[path: string, item: { get: Operation }]> {
  return fileFormats.map((format) => {
    const { operationId, summary, content } = files[format]
    const ofPage = (page.parameters ?? []).filter((one) => !('name' in one && one.name === 'limit'))
    const get = {
      ...page,
      operationId,
      summary,
      description,
      parameters: format === 'csv' ? [...ofPage, csvFormat] : ofPage,
      responses: { 200: { description: 'OK', content: { [fileTypes[format]]: text(content) } } },
    }
    return [filePath(path, format), { get }]
  })
}

const csvFormat: NonNullable<Operation['parameters']>[number] = {
  name: 'format',
  in: 'query',
  description:
    '`spreadsheet`: a CSV to open in Excel or Google Sheets, with a byte order mark, formulas disabled, and CIDs that keep ' +
    'all digits. Omitted: plain CSV (RFC 4180) for programs, with your cells unchanged.',
  schema: { type: 'string', enum: ['spreadsheet'] },
}

const idempotency = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Up to 255 characters. Repeating a request with the same value within 24 hours does not create a second resource. It returns the existing batch, watchlist, or endpoint, or replaces the first key with a new one.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
}
