import { generateOpenApiDocument } from 'trpc-to-openapi'
import { stringify } from 'yaml'
import { contactEmail } from '@/server/contact'
import { env } from '@/server/env'
import { appRouter } from '@/server/trpc/router'
import { addExamples } from './openapi-examples'
import { describeFiles } from './openapi-files'
import { examplesOfProblems, responsesOf } from './openapi-responses'

export type OpenApiDocument = ReturnType<typeof generateOpenApiDocument>

/** The groups of operations: the `tags` in the meta of their procedures. */
const tags = [
  { name: 'Lookups', description: 'One listing or up to 100 in one call, answered at once. With a key or without.' },
  { name: 'Batches', description: 'Up to 1,000,000 lines in the background. With a key.' },
  { name: 'Account', description: 'Where the account and the key stand. With a key; never counts as a call.' },
]

/** What the body of an operation is called: the name of its type in generated clients. */
const requestNames: Record<string, string> = {
  resolve: 'ResolveRequest',
  search: 'SearchRequest',
  convert: 'ConvertRequest',
  batch: 'BatchRequest',
  'batches-make': 'MakeBatchRequest',
  'batches-putPart': 'BatchPartRequest',
}

let document: Promise<OpenApiDocument> | undefined

/**
 * The OpenAPI document: generated from the router by trpc-to-openapi, made true to what this server sends, with what the library
 * has no place for: tags, names, examples, responses of every status. Built once.
 */
export function openApiDocument(): Promise<OpenApiDocument> {
  document ??= buildDocument()
  return document
}

let json: string | undefined
let yaml: string | undefined

/** The same, as it is sent. */
export async function openApiJson(): Promise<string> {
  json ??= JSON.stringify(await openApiDocument())
  return json
}

/** The same in YAML, where nothing stands for something said elsewhere and no line is broken. */
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
      'Turns anything that points at a Google Maps listing into its permanent identifiers and its public rating. Send an API key as ' +
      '`X-API-Key` or as a bearer token; without one, lookups count against the free quota of a visitor. CIDs are strings everywhere: ' +
      'a JSON number loses digits.',
    contact: { name: 'Pinref', url: `${APP_URL}/contact`, ...(email && { email }) },
    license: { name: 'MIT', url: 'https://spdx.org/licenses/MIT.html' },
    securitySchemes: {
      apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key of your account, from /keys.' },
      bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
    },
  })
  const { paths = {}, components } = generated
  const schemas = (components?.schemas ?? {}) as Record<string, object>
  for (const [path, { get, post, put, delete: remove }] of Object.entries(paths)) {
    const isBatches = path.startsWith('/batches')
    for (const operation of [get, post, put, remove]) {
      if (!operation) continue
      const ok = operation.responses?.['200'] as { content?: object } | undefined
      // No key at all is a visitor, who has nothing to read.
      const isForVisitors = !get && !isBatches
      Object.assign(operation, {
        // Several operations of batches share a path: the library names them after their procedures.
        operationId: isBatches ? operation.operationId : path.slice(1),
        security: [{ apiKey: [] }, { bearer: [] }, ...(isForVisitors ? [{}] : [])],
        responses: responsesOf(path, get !== undefined, ok?.content),
      })
    }
  }
  describeFiles(generated)
  describeParameters(paths)
  await addExamples(generated)
  nameRequests(paths, schemas)
  // The library describes error bodies of its own, which are never sent.
  for (const name of Object.keys(schemas)) if (name.startsWith('error.')) delete schemas[name]
  Object.assign(components ?? {}, { examples: examplesOfProblems() })
  return Object.assign(generated, { tags })
}

/** The library says what a parameter is beside its type alone, where few programs look. */
function describeParameters(paths: NonNullable<OpenApiDocument['paths']>): void {
  for (const { get, post, put, delete: remove } of Object.values(paths)) {
    for (const parameter of [get, post, put, remove].flatMap((operation) => operation?.parameters ?? [])) {
      if ('$ref' in parameter || !parameter.schema || !('description' in parameter.schema)) continue
      const { description, ...schema } = parameter.schema
      Object.assign(parameter, { description: parameter.description ?? description, schema })
    }
  }
}

/** Gives the bodies that are sent a name, as those that are answered have. */
function nameRequests(paths: NonNullable<OpenApiDocument['paths']>, schemas: Record<string, object>): void {
  for (const { post, put } of Object.values(paths)) {
    const { operationId = '', requestBody } = post ?? put ?? {}
    const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined
    const name = requestNames[operationId]
    if (!json?.schema || !name) continue
    schemas[name] = json.schema
    json.schema = { $ref: `#/components/schemas/${name}` }
  }
}
