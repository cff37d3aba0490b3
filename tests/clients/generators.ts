import type { Operation } from './operations'

/** A program that generates a client, and code that calls this client. */
export interface Generator {
  name: string
  /** Below `node_modules`. */
  program: string
  args: string[]
  /** The files that the program reads, in addition to the document. */
  config?: Record<string, string>
  /** Returns the code that makes the client. */
  client(base: string, key: string): string
  /** Returns an expression for a call's `{ status, data, problem }`. One of the last two values is set. */
  call(operation: Operation, query: Record<string, unknown>): string
}

/** Returns values as code. The id in a path is the previously created object's id. */
function code({ kind }: Operation, values: Record<string, unknown>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}: ${valueCode(kind, name, value)}`)
  return `{ ${pairs.join(', ')} }`
}

const valueCode = (kind: string, name: string, value: unknown) =>
  name === 'id' ? `ids['${kind}'] ?? ''` : JSON.stringify(value)

const isEmpty = (values: object) => Object.keys(values).length === 0

/** Returns a call's options, with the names that the two clients use. */
function options(operation: Operation, query: Record<string, unknown>, more: string, named: (parts: string) => string) {
  const { inPath, body } = operation
  const parts = [
    ...(isEmpty(inPath) ? [] : [`path: ${code(operation, inPath)}`]),
    ...(isEmpty(query) ? [] : [`query: ${code(operation, query)}`]),
  ].join(', ')
  return [...(parts ? [named(parts)] : []), ...(body ? [`body: ${JSON.stringify(body)}`] : []), more]
    .filter(Boolean)
    .join(', ')
}

export const openapiTypescript: Generator = {
  name: 'openapi-typescript',
  program: 'openapi-typescript/bin/cli.js',
  args: ['openapi.json', '-o', 'openapi-typescript.d.ts'],
  client: (baseUrl, key) => `import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript'
const api = createClient<paths>(${JSON.stringify({ baseUrl, headers: { 'x-api-key': key } })})
const read = <Data, Problem>(answer: { response: Response; data?: Data; error?: Problem }) => ({
  status: answer.response.status, data: answer.data, problem: answer.error,
})`,
  call(operation, query) {
    const { method, path, ok } = operation
    const more = ok.field ? '' : "parseAs: 'text'"
    return `read(await api.${method}('${path}', { ${options(operation, query, more, (parts) => `params: { ${parts} }`)} }))`
  },
}

const heyApi: Generator = {
  name: 'hey-api',
  program: '@hey-api/openapi-ts/bin/run.js',
  args: ['-f', 'hey-api.config.mjs'],
  // Its functions check requests and responses with zod.
  config: {
    'hey-api.config.mjs': `export default ${JSON.stringify({
      input: './openapi.json',
      output: './hey-api',
      plugins: ['@hey-api/typescript', '@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }],
    })}`,
  },
  client: (baseUrl, key) => `import { client } from './hey-api/client.gen'
import * as api from './hey-api/index'
import { zProblem } from './hey-api/zod.gen'
client.setConfig(${JSON.stringify({ baseUrl, headers: { 'x-api-key': key } })})
const read = <Data>(answer: { response?: Response; data?: Data; error?: unknown }) => ({
  status: answer.response?.status, data: answer.data, problem: answer.error ? zProblem.parse(answer.error) : undefined,
})`,
  call: (operation, query) =>
    `read(await api.${operation.name}({ ${options(operation, query, '', (parts) => parts)} }))`,
}

const orval: Generator = {
  name: 'orval',
  program: 'orval/dist/bin/orval.mjs',
  args: ['--config', 'orval.config.mjs'],
  config: {
    'orval.config.mjs': `export default ${JSON.stringify({
      pinref: {
        input: './openapi.json',
        output: { target: './orval.ts', client: 'fetch', baseUrl: { getBaseUrlFromSpecification: true } },
      },
    })}`,
  },
  client: (_, key) => `import * as api from './orval'
const options = { headers: ${JSON.stringify({ 'x-api-key': key, 'content-type': 'application/json' })} }`,
  call(operation, query) {
    const { name, kind, inPath, inQuery, body, ok } = operation
    const callOptions = [
      ...Object.entries(inPath).map(([name, value]) => valueCode(kind, name, value)),
      ...(body ? [JSON.stringify(body)] : []),
      ...(isEmpty(inQuery) ? [] : [code(operation, query)]),
      'options',
    ]
    const data = ok.field ? 'answer.data' : 'answer.status'
    return `await api.${name}(${callOptions.join(', ')}).then((answer) =>
        answer.status === ${ok.status}
          ? { status: answer.status, data: ${data}, problem: undefined }
          : { status: answer.status, data: undefined, problem: answer.data })`
  },
}

export const generators: Generator[] = [openapiTypescript, heyApi, orval]
