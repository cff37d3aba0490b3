import { expect, test } from 'vitest'
import { readDocument } from '@/components/docs/reference/document'

const { operations, problem, headers } = await readDocument()
const fieldsOf = (id: string, side: 'request' | 'answer') => operations.find((operation) => operation.id === id)?.[side]

test('the reference lists every operation, its fields, and whether they are required', () => {
  expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'POST /api/resolve',
    'POST /api/search',
    'POST /api/convert',
    'POST /api/batch',
    'GET /api/batches',
    'POST /api/batches',
    'GET /api/batches/{id}',
    'PATCH /api/batches/{id}',
    'DELETE /api/batches/{id}',
    'PUT /api/batches/{id}/parts/{part}',
    'POST /api/batches/{id}/start',
    'POST /api/batches/{id}/pause',
    'POST /api/batches/{id}/resume',
    'POST /api/batches/{id}/cancel',
    'POST /api/batches/{id}/repeat',
    'GET /api/batches/{id}/results',
    'GET /api/batches/{id}/results.csv',
    'GET /api/batches/{id}/results.jsonl',
    'GET /api/keys',
    'POST /api/keys',
    'GET /api/keys/{id}',
    'PATCH /api/keys/{id}',
    'DELETE /api/keys/{id}',
    'GET /api/callbacks',
    'POST /api/callbacks',
    'GET /api/callbacks/{id}',
    'PATCH /api/callbacks/{id}',
    'DELETE /api/callbacks/{id}',
    'POST /api/callbacks/{id}/test',
    'POST /api/callbacks/{id}/rotate',
    'GET /api/deliveries',
    'GET /api/deliveries/{id}',
    'POST /api/deliveries/{id}/resend',
    'GET /api/watchlists',
    'POST /api/watchlists',
    'GET /api/watchlists/{id}',
    'PATCH /api/watchlists/{id}',
    'DELETE /api/watchlists/{id}',
    'GET /api/watchlists/{id}/listings',
    'POST /api/watchlists/{id}/listings',
    'DELETE /api/watchlists/{id}/listings',
    'GET /api/watchlists/{id}/events',
    'POST /api/watchlists/{id}/check',
    'POST /api/watchlists/{id}/pause',
    'POST /api/watchlists/{id}/resume',
    'GET /api/usage',
    'GET /api/key',
    'GET /api/errors',
  ])
  expect(fieldsOf('resolve', 'request')).toMatchObject([
    { name: 'url', type: 'string', required: true },
    { name: 'details', type: 'string', required: false },
    { name: 'language', type: 'string', required: false },
  ])
  expect(fieldsOf('search', 'request')?.map(({ name, required }) => [name, required])).toEqual([
    ['name', true],
    ['country', false],
    ['language', false],
  ])
})

test('a nullable field is marked as nullable, and nested fields are shown with their parent', () => {
  const answer = fieldsOf('resolve', 'answer') ?? []
  expect(answer.find(({ name }) => name === 'place_id')?.type).toBe('string or null')
  expect(answer.find(({ name }) => name === 'reviews_count')?.type).toBe('integer or null')
  expect(answer.map(({ name }) => name)).toContain('rate_limit.remaining')
  const results = fieldsOf('search', 'answer') ?? []
  expect(results[0]).toMatchObject({ name: 'results', type: 'list of at most 20' })
  expect(results.map(({ name }) => name)).toContain('results[].address')
})

test('a list shows its maximum length and has an example', () => {
  const [items] = fieldsOf('batch', 'request') ?? []
  expect(items).toMatchObject({ name: 'items', type: 'list of at most 100', required: true })
  expect(JSON.parse(items?.example ?? '')).toHaveLength(2)
  expect(fieldsOf('batch', 'answer')?.map(({ name }) => name)).toEqual(['results'])
})

test('operations with the same response share the response’s name', () => {
  const named = (name: string) => operations.filter(({ answerName }) => answerName === name).map(({ id }) => id)
  const changes = ['batches-start', 'batches-pause', 'batches-resume', 'batches-cancel']
  expect(named('Batch')).toEqual(['batches-get', 'batches-update', ...changes])
  expect(named('CreatedBatch')).toEqual(['batches-create', 'batches-repeat'])
  expect(named('Batches')).toEqual(['batches-list'])
  expect(named('Key')).toEqual(['keys-get', 'keys-update', 'key-get'])
})

test('text length limits are shown', () => {
  expect(fieldsOf('resolve', 'request')?.[0]?.description).toContain('1 to 2,048 characters')
})

test('the reference has the fields of problem bodies and the response headers', () => {
  expect(problem.map(({ name }) => name)).toContain('identifiers.hex_cid')
  expect(Object.keys(headers)).toEqual(expect.arrayContaining(['Retry-After', 'X-RateLimit-Reset', 'X-Request-Id']))
})
