import { env } from '@/server/env'
import { type OpenApiDocument, openApiDocument } from './openapi'

type Paths = NonNullable<OpenApiDocument['paths']>
type Operation = NonNullable<Paths[string]['post']>
type Parameter = Exclude<NonNullable<Operation['parameters']>[number], { $ref: string }>

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

/** The variable for the id of what an operation creates, so that later requests are about that. */
const variables: Readonly<Record<string, string>> = {
  'batches-make': 'batch_id',
  'keys-create': 'key_id',
  'callbacks-add': 'callback_id',
}

/** The variable for the id in a path, by the first step of the path. */
const idVariables: Readonly<Record<string, string>> = { batches: 'batch_id', keys: 'key_id', callbacks: 'callback_id' }

const keepId = (variable: string) => [
  'const { id } = pm.response.json()',
  `if (pm.response.code === 201) pm.collectionVariables.set('${variable}', id)`,
]

let json: Promise<string> | undefined

/**
 * Returns the API as a Postman collection, made from the OpenAPI document: a folder for each tag, each request with its example,
 * and the key as the first variable. Built once.
 * @see https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
export function postmanJson(): Promise<string> {
  json ??= openApiDocument().then((document) => JSON.stringify(collectionOf(document)))
  return json
}

function collectionOf({ info, tags = [], paths = {} }: OpenApiDocument) {
  const called = Object.entries(paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method]
      return operation ? [{ tag: operation.tags?.[0], item: itemOf(path, method, operation) }] : []
    }),
  )
  return {
    info: {
      name: info.title,
      description: `${info.description}\n\nSet the variable \`api_key\` to your key, then send any request.`,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    variable: [
      { key: 'api_key', value: '', description: 'Your API key.' },
      { key: 'base_url', value: `${env().APP_URL}/api`, description: 'The address of the API.' },
      { key: 'batch_id', value: '', description: 'The batch that the requests are about; set when one is made.' },
      {
        key: 'callback_id',
        value: '',
        description: 'The endpoint that the requests are about; set when one is added.',
      },
      { key: 'key_id', value: '', description: 'The API key that the requests are about; set when one is made.' },
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
      ...{ name, description },
      item: called.filter(({ tag }) => tag === name).map(({ item }) => item),
    })),
  }
}

function itemOf(path: string, method: (typeof methods)[number], operation: Operation) {
  const { operationId = '', summary, description, requestBody } = operation
  const created = variables[operationId]
  const parameters = (operation.parameters ?? []).filter((parameter): parameter is Parameter => !('$ref' in parameter))
  const of = (place: string) => parameters.filter((parameter) => parameter.in === place)
  const steps = path
    .slice(1)
    .split('/')
    .map((step) => step.replace(/^\{(\w+)\}$/, ':$1'))
  const query = of('query').map((one) => ({ ...wordsOf(one), value: '', disabled: true }))
  const example = requestBody && 'content' in requestBody ? requestBody.content['application/json']?.example : undefined
  const body = JSON.stringify(example ?? {}, null, 2)
  return {
    name: summary,
    ...(created && { event: [{ listen: 'test', script: { exec: keepId(created) } }] }),
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
          value: one.name === 'id' ? `{{${idVariables[steps[0] ?? '']}}}` : '1',
        })),
      },
      ...(requestBody && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
    },
    response: [],
  }
}

const wordsOf = ({ name, description = '' }: Parameter) => ({ key: name, description })
