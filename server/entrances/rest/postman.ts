import { env } from '@/server/platform/settings/env'
import { type OpenApiDocument, openApiDocument } from './openapi'

type Paths = NonNullable<OpenApiDocument['paths']>
type Operation = NonNullable<Paths[string]['post']>
type Schema = { required?: string[] }
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

type Method = (typeof methods)[number]

/**
 * The order of requests for one kind of resource, from creation to deletion, so that a folder runs from top to bottom.
 * Each entry is a method and the part of the path after the kind.
 */
const story: readonly string[] = [
  'post ',
  'get ',
  'put /{id}/parts/{part}',
  'put /{id}/listings',
  'post /{id}/start',
  'post /{id}/check',
  'post /{id}/pause',
  'post /{id}/resume',
  'get /{id}',
  'get /{id}/listings',
  'get /{id}/events',
  'get /{id}/results',
  'get /{id}/results.csv',
  'get /{id}/results.jsonl',
  'patch /{id}',
  'post /{id}/test',
  'post /{id}/rotate',
  'post /{id}/cancel',
  'delete /{id}/listings',
  'delete /{id}',
]

/** Bodies that fit this order better than the document's examples: the batch's lines are sent later, in a part. */
const storyBodies: Record<string, object> = { 'batches-make': { start: 'later', details: 'none' } }

/**
 * Operations that a finished batch rejects. When the folder is run, the batch's few lines may finish before the
 * request.
 */
const refusedOnceOver: ReadonlySet<string> = new Set(['batches-pause', 'batches-resume', 'batches-cancel'])

/**
 * Repeats the status request every second, up to 30 times, until the batch has ended. This works only when the whole
 * collection is run.
 */
const waitForEnd = [
  "const tries = Number(pm.variables.get('tries') || 0)",
  "if (tries < 30 && ['queued', 'running'].includes(pm.response.json().state)) {",
  "  pm.variables.set('tries', tries + 1)",
  '  pm.execution.setNextRequest(pm.info.requestName)',
  '  setTimeout(() => {}, 1000)',
  '}',
]

let json: Promise<string> | undefined

/**
 * Returns the API as a Postman collection, built from the OpenAPI document: a folder for each tag, each request with
 * its example and tests for its response, and the key as the first variable. Built once.
 * @see https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
export function postmanJson(): Promise<string> {
  json ??= openApiDocument().then((document) => JSON.stringify(collectionOf(document)))
  return json
}

function collectionOf({ info, tags = [], paths = {}, components }: OpenApiDocument) {
  const called = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ path, method, operation }] : []
    }),
  )
  const kinds = [...new Set(called.map(({ path }) => kindOf(path)))]
  const rank = ({ path, method }: (typeof called)[number]) =>
    kinds.indexOf(kindOf(path)) * story.length + story.indexOf(`${method} ${path.slice(kindOf(path).length + 1)}`)
  const inOrder = called.toSorted((one, other) => rank(one) - rank(other))
  const variables = [...new Set(called.filter(({ path }) => path.includes('{id}')).map(({ path }) => idVariable(path)))]
  const schemas = (components?.schemas ?? {}) as Record<string, Schema>
  return {
    info: {
      name: info.title,
      description: `${info.description}\n\nSet the variable \`api_key\` to your key. Then send a request, or run the whole collection.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'api_key', value: '', description: 'Your API key.' },
      { key: 'base_url', value: `${env().APP_URL}/api`, description: 'The base URL of the API.' },
      ...variables.map((key) => ({
        key,
        value: '',
        description: 'Saved on creation and used by later requests.',
      })),
    ],
    auth: {
      type: 'apikey',
      apikey: [
        { key: 'key', value: 'X-API-Key' },
        { key: 'value', value: '{{api_key}}' },
        { key: 'in', value: 'header' },
      ],
    },
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: inOrder
        .filter(({ operation }) => operation.tags?.[0] === name)
        .map(({ path, method, operation }) => ({
          ...itemOf(path, method, operation),
          event: [{ listen: 'test', script: { exec: testsOf(path, method, operation, schemas) } }],
        })),
    })),
  }
}

/** Returns the first segment of a path: `batches`. */
const kindOf = (path: string): string => path.split('/')[1] ?? ''

/** Returns the variable for the id in a path: `batch_id` for `/batches/{id}`. */
const idVariable = (path: string): string => `${kindOf(path).replace(/(?<=ch)es$|s$/, '')}_id`

/**
 * Returns the script that tests the response to a request and stores the id of the resource that the request created.
 */
function testsOf(path: string, method: Method, operation: Operation, schemas: Record<string, Schema>): string[] {
  const { operationId = '', responses = {} } = operation
  const [status = '200', response] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? []
  const [type = '', media] = Object.entries(contentOf(response))[0] ?? []
  const returns = `pm.test('Returns ${status}', () => pm.response.to.have.status(${status}))`
  if (type !== 'application/json') {
    const includes = `pm.expect(pm.response.headers.get('Content-Type')).to.include('${type}')`
    return [returns, `pm.test('Returns ${type}', () => ${includes})`]
  }
  const { $ref = '' } = media?.schema ?? {}
  const [field = ''] = schemas[$ref.split('/').at(-1) ?? '']?.required ?? []
  const variable = idVariable(path)
  const same = field === 'id' && path.includes('{id}') ? `, pm.collectionVariables.get('${variable}')` : ''
  const has = `pm.test('Returns ${field}', () => pm.expect(pm.response.json()).to.have.property('${field}'${same}))`
  const isMade = method === 'post' && path === `/${kindOf(path)}` && field === 'id'
  return [
    ...(refusedOnceOver.has(operationId) ? unlessOver(returns, has) : [returns, has]),
    ...(isMade ? [`pm.collectionVariables.set('${variable}', pm.response.json().id)`] : []),
    ...(operationId === 'batches-get' ? waitForEnd : []),
  ]
}

const contentOf = (response: object | undefined): Record<string, { schema?: { $ref?: string } }> =>
  response && 'content' in response ? ((response.content ?? {}) as Record<string, object>) : {}

const unlessOver = (...tests: string[]) => [
  'const { code, detail } = pm.response.json()',
  "if (code === 'invalid_request') {",
  "  pm.test('The batch is over', () => pm.expect(detail).to.match(/^This batch is (finished|cancelled|failed)/))",
  '} else {',
  ...tests.map((test) => `  ${test}`),
  '}',
]

function itemOf(path: string, method: Method, operation: Operation) {
  const { operationId = '', summary, description, requestBody } = operation
  const parameters = (operation.parameters ?? []).filter((parameter): parameter is Parameter => !('$ref' in parameter))
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const steps = path
    .slice(1)
    .split('/')
    .map((step) => step.replace(/^\{(\w+)\}$/, ':$1'))
  const query = of('query').map((one) => ({
    ...wordsOf(one),
    ...(one.required ? { value: exampleOf(one) } : { value: '', disabled: true }),
  }))
  const example = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.example : undefined
  const body = JSON.stringify(storyBodies[operationId] ?? example ?? {}, null, 2)
  return {
    name: summary,
    request: {
      method: method.toUpperCase(),
      description,
      header: [
        ...(requestBody ? [{ key: 'Content-Type', value: 'application/json' }] : []),
        ...of('header').map((one) => ({ ...wordsOf(one), value: '', disabled: true })),
      ],
      url: {
        raw: `{{base_url}}/${steps.join('/')}`,
        host: ['{{base_url}}'],
        path: steps,
        ...(query.length > 0 && { query }),
        variable: of('path').map((one) => ({
          ...wordsOf(one),
          value: one.name === 'id' ? `{{${idVariable(path)}}}` : '1',
        })),
      },
      ...(requestBody && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
    response: [],
  }
}

const exampleOf = ({ schema }: Parameter): string => (schema && 'example' in schema ? String(schema.example) : '')

const wordsOf = ({ name, description = '' }: Parameter) => ({ key: name, description })
