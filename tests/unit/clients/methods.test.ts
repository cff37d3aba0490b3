import { expect, test, vi } from 'vitest'
import { openApiDocument } from '@/server/entrances/rest/openapi'

// The bundler sets it.
vi.stubGlobal('PINREF_URL', 'http://localhost:3000')
const { Pinref } = await import('@/clients/npm/src/pinref')

/** The arguments of methods that don't take an id first. */
const args: Readonly<Record<string, unknown[]>> = {
  batch: [[]],
  'batches-updatePart': ['{id}', '{part}', []],
  'watchlists-createListings': ['{id}', ['cid:1']],
  'watchlists-deleteListings': ['{id}', ['1']],
}

/** Calls the method for an operation. @returns the request that the method sends first. */
async function requestOf(operationId: string): Promise<string> {
  const requests: string[] = []
  const client = new Pinref({
    maxRetries: 0,
    fetch: async (input, init) => {
      requests.push(`${init?.method} ${decodeURI(new URL(String(input)).pathname)}`)
      throw new Error('There is no network.')
    },
  })
  const [resource, name = ''] = operationId.split('-') as [keyof typeof client, string?]
  const owner = client[resource] as unknown as Record<string, unknown>
  const method = name in (owner ?? {}) ? owner[name] : owner
  if (typeof method !== 'function') return 'no method'
  const result: unknown = method.apply(name in owner ? owner : client, args[operationId] ?? ['{id}'])
  const isList = typeof result === 'object' && result !== null && Symbol.asyncIterator in result
  await (isList ? (result as AsyncGenerator).next() : (result as Promise<unknown>)).catch(() => {})
  return requests[0] ?? 'no request'
}

test('the package on npm has a method for every operation, which calls it', async () => {
  const { paths = {} } = await openApiDocument()
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, { operationId?: string }>).map(([method, { operationId = '' }]) => {
      return { operationId, request: `${method.toUpperCase()} /api${path}` }
    }),
  )
  expect(operations.length).toBeGreaterThan(40)
  const found = await Promise.all(
    operations.map(async ({ operationId }) => ({ operationId, request: await requestOf(operationId) })),
  )
  expect(found).toEqual(operations)
})
