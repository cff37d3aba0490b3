import { beforeAll, describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { call, hosts, newVisitor } from './call'

interface Operation {
  method: string
  path: string
  /** Whether its body is an object whose fields are all known. */
  hasBody: boolean
  /** Whether its options may be in the query alongside a body. */
  takesOptions: boolean
}

/** Returns every operation in the OpenAPI document. */
async function operationsOf(url: string): Promise<Operation[]> {
  const { paths } = await fetch(`${url}/api/openapi.json`).then((response) => response.json())
  return Object.entries<Record<string, { requestBody?: { content: object } }>>(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { requestBody }]) => ({
      method: method.toUpperCase(),
      path: path.slice(1).replace('{part}', '1'),
      hasBody: method !== 'get' && method !== 'delete',
      takesOptions: Object.keys(requestBody?.content ?? {}).length > 1,
    })),
  )
}

const unknown = 'adress_column'

describe.each(hosts)('every operation, on the $host', ({ url }) => {
  let operations: Operation[]
  let ask: (operation: Operation, query: string, body: unknown) => ReturnType<typeof call>

  beforeAll(async () => {
    operations = await operationsOf(url)
    const person = new Person(url, `strict.${newVisitor()}@example.com`)
    person.origin = 'https://pinref.example'
    await person.signUp()
    const all = ['resolve', 'search', 'convert', 'usage', 'keys', 'callbacks']
    const { key, id } = await person.procedure('keys.create', { name: 'Strict', operations: all })
    const headers = { 'x-api-key': key }
    const batch = (await call(url, 'batches?start=later', undefined, { headers, raw: '' })).body.id
    const ids: Record<string, string> = {
      batches: batch,
      keys: id,
      callbacks: 'cb_000000000000',
      deliveries: 'msg_1',
      watchlists: `watch_${'0'.repeat(16)}`,
    }
    ask = ({ method, path }, query, body) =>
      call(url, path.replace('{id}', ids[path.split('/')[0] ?? ''] ?? '') + query, body, { method, headers })
  })

  test('rejects and identifies an unknown parameter', async () => {
    expect(operations.length).toBeGreaterThan(20)
    for (const operation of operations) {
      for (const name of [unknown, 'constructor', 'toString', 'id']) {
        const { status, body } = await ask(operation, `?${name}=1`, {})
        const shown = [operation.method, operation.path, status, body.code, body.errors?.[0]?.pointer]
        expect(shown).toEqual([operation.method, operation.path, 400, 'invalid_request', `/${name}`])
      }
    }
  })

  test('rejects an unknown field, and identifies it, even if it is a path parameter', async () => {
    for (const operation of operations.filter(({ hasBody }) => hasBody)) {
      const inPath = operation.path.includes('{id}') ? ['id'] : []
      for (const name of [unknown, '__proto__', ...inPath]) {
        const { status, body } = await ask(operation, '', JSON.parse(`{"${name}": {}}`))
        const pointers = body.errors?.map(({ pointer }: { pointer: string }) => pointer)
        expect([operation.method, operation.path, status, body.code]).toEqual([
          operation.method,
          operation.path,
          400,
          'invalid_request',
        ])
        expect(pointers, `${operation.method} ${operation.path}`).toContain(`/${name}`)
      }
    }
  })

  test('rejects a parameter that is sent twice, or a field that belongs in the body', async () => {
    for (const [method, path, query] of [
      ['GET', 'batches', '?limit=1&limit=2'],
      ['GET', 'batches/{id}/results', '?after=1&after=1'],
      ['GET', 'batches/{id}/results.csv', '?state=found&state=found'],
      ['POST', 'batches', '?details=none&details=full'],
      ['POST', 'resolve', '?details=none'],
      ['PATCH', 'keys/{id}', '?name=x'],
    ] as const) {
      const operation = operations.find((one) => one.method === method && one.path === path)
      if (!operation) throw new Error(`${method} ${path} is not in the document`)
      const { status, body } = await ask(operation, query, {})
      expect([query, status, body.code]).toEqual([query, 400, 'invalid_request'])
    }
  })
})
