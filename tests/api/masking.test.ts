import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { removeFolder } from '../support/remove-folder'

// A bug inside an operation: a plain Error whose message must not be exposed.
vi.mock('@/server/features/listings/convert', () => ({
  convert: () => {
    throw new Error('secret at /srv/pinref/convert.ts')
  },
}))

const dataDir = mkdtempSync(join(tmpdir(), 'pinref-mask-'))
const client = { address: '192.0.2.1' }

beforeAll(() => {
  Object.assign(process.env, { DATA_DIR: dataDir, LOG_LEVEL: 'error' })
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterAll(async () => {
  const { store } = await import('@/server/platform/store/store')
  await (await store()).close()
  removeFolder(dataDir)
})

async function post(path: string, body: unknown) {
  const { handleApi } = await import('@/server/entrances/http/handle-api')
  const headers = { 'content-type': 'application/json' }
  const request = new Request(`http://localhost${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const response = await handleApi(request, client)
  return { status: response.status, text: await response.text(), headers: response.headers }
}

test.each(['/api/convert', '/api/trpc/listings.convert'])(
  'an internal error in %s is masked, logged, and not counted',
  async (path) => {
    const { status, text } = await post(path, { cid: '1' })
    expect(status).toBe(500)
    expect(text).toContain('internal_error')
    expect(text).not.toMatch(/secret|srv|stack/)
    expect(process.stderr.write).toHaveBeenCalledWith(expect.stringContaining('secret'))
    const { visitorQuota } = await import('@/server/metering/access/admit-visitor')
    expect((await visitorQuota(client)).remaining).toBe(5)
  },
)

test('an internal error in a batch fails only its item, and is masked, logged, and not counted', async () => {
  const items = [
    { operation: 'convert', cid: '1' },
    { operation: 'resolve', url: 'https://example.com' },
  ]
  const { status, text } = await post('/api/batch', { items })
  expect(status).toBe(200)
  expect(JSON.parse(text).results).toMatchObject([
    { status: 500, problem: { code: 'internal_error' } },
    { status: 400, problem: { code: 'unsupported_link' } },
  ])
  expect(text).not.toMatch(/secret|srv|stack/)
  expect(process.stderr.write).toHaveBeenCalledWith(expect.stringContaining('secret'))
  const { visitorQuota } = await import('@/server/metering/access/admit-visitor')
  expect((await visitorQuota(client)).remaining).toBe(5)
})

test('serving REST calls does not make the router coerce numbers to strings', async () => {
  await post('/api/resolve', { url: 'https://example.com' })
  const { appRouter } = await import('@/server/entrances/trpc/router')
  const { startRecord } = await import('@/server/platform/observability/call-record')
  const record = startRecord('POST', 'trpc', null)
  const call = { client: () => client, signal: () => new AbortController().signal, header: () => null }
  const caller = appRouter.createCaller({ call, record, apiKey: null, signedIn: async () => null, metering: {} })
  await expect(caller.listings.resolve({ url: 7 as unknown as string })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
