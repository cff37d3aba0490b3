import { env } from '@/server/platform/settings/env'
import { type Documented, type OpenApiDocument, openApiDocument, operationsIn } from './openapi'
import { idVariable, kindOf } from './procedures'

type Operation = Documented['operation']
type Schema = { required?: string[] }
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>

/**
 * The order of requests for one kind of resource, from creation to deletion, so that a folder runs from top to bottom.
 * Each entry is a method and the form of the path: `all` resources, `one` of them, or a `part` of one.
 */
const story: readonly string[] = [
  'POST all',
  'GET all',
  'PUT part',
  'POST part',
  'GET one',
  'GET part',
  'PATCH one',
  'late',
  'DELETE part',
  'DELETE one',
]

function rankOf({ path, facts: { method, postman } }: Documented): number {
  if (postman?.isLate) return story.indexOf('late')
  const { length } = path.split('/')
  return story.indexOf(`${method} ${length > 3 ? 'part' : length > 2 ? 'one' : 'all'}`)
}

/**
 * Repeats a request every second, up to 30 times, while the resource is in one of these states. This works only when
 * the whole collection is run.
 */
const repeatWhile = (states: readonly string[]) => [
  "const tries = Number(pm.variables.get('tries') || 0)",
  `if (tries < 30 && [${states.map((state) => `'${state}'`).join(', ')}].includes(pm.response.json().state)) {`,
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
  const requested = operationsIn(paths)
  const kinds = [...new Set(requested.map(({ path }) => kindOf(path)))]
  const rank = (one: Documented) => kinds.indexOf(kindOf(one.path)) * story.length + rankOf(one)
  const inOrder = requested.toSorted((one, other) => rank(one) - rank(other))
  const variables = [
    ...new Set(requested.filter(({ path }) => path.includes('{id}')).map(({ path }) => idVariable(path))),
  ]
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
        description: 'Saved by an earlier request and used by later ones.',
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
        .map((one) => ({
          ...itemOf(one),
          event: [
            ...(one.path.includes('{id}')
              ? [{ listen: 'prerequest', script: { exec: skipWithout(idVariable(one.path)) } }]
              : []),
            { listen: 'test', script: { exec: unlessForbidden(testsOf(one, schemas)) } },
          ],
        })),
    })),
  }
}

/**
 * Returns the script that tests the response to a request and stores the id of the resource that the request created.
 */
function testsOf({ path, operation, facts }: Documented, schemas: Record<string, Schema>): string[] {
  const { responses = {} } = operation
  const { creates, postman = {} } = facts
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
  const same = field === 'id' && path.includes('{id}') && !creates ? `, pm.collectionVariables.get('${variable}')` : ''
  const has = `pm.test('Returns ${field}', () => pm.expect(pm.response.json()).to.have.property('${field}'${same}))`
  return [
    ...(postman.mayBeOver ? unlessOver(returns, has) : [returns, has]),
    ...(creates === true ? [`pm.collectionVariables.set('${variable}', pm.response.json().id)`] : []),
    ...(postman.savesFirst
      ? [`pm.collectionVariables.set('${variable}', pm.response.json().${kindOf(path)}[0]?.id)`]
      : []),
    ...(postman.repeatWhile ? repeatWhile(postman.repeatWhile) : []),
  ]
}

/**
 * Skips a request about a resource that was not created, so the collection only changes what it created itself, unless a
 * person sets the variable.
 */
const skipWithout = (variable: string) => [
  `if (!pm.variables.get('${variable}')) {`,
  `  console.warn('Skipped: the variable ${variable} is empty.')`,
  '  pm.execution.skipRequest()',
  '}',
]

/** Skips the tests of a request that the key is not allowed to send. */
const unlessForbidden = (tests: readonly string[]) => [
  "if (pm.response.code === 403 && pm.response.json().code === 'operation_not_allowed') {",
  '  pm.test.skip(pm.response.json().detail, () => {})',
  '} else {',
  ...tests.map((test) => `  ${test}`),
  '}',
]

const contentOf = (response: object | undefined): Record<string, { schema?: { $ref?: string } }> =>
  response && 'content' in response ? ((response.content ?? {}) as Record<string, object>) : {}

const unlessOver = (...tests: string[]) => [
  "if (pm.response.json().code === 'batch_state') {",
  "  pm.test('The batch is over', () => pm.response.to.have.status(409))",
  '} else {',
  ...tests.map((test) => `  ${test}`),
  '}',
]

function itemOf({ path, operation, facts: { method, postman } }: Documented) {
  const { summary, description, requestBody } = operation
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
  const body = JSON.stringify(postman?.body ?? example ?? {}, null, 2)
  return {
    name: summary,
    request: {
      method,
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
