import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Documentation, readDocumentation, type WireAnswer } from '../../support/documented-answers'
import { loggedDefects } from '../../support/logged-defects'
import { type RedisServer, startRedisServer } from '../../support/redis'
import { removeFolder } from '../../support/remove-folder'
import { type App, startApp } from '../../support/start-app'
import { fuzz } from '../settings'
import { type FuzzedRequest, fuzzedRequest } from './requests'
import { agent, asCurl, send } from './send'

const together = 20
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-fuzz-'))
let redis: RedisServer
let apps: Record<'node' | 'next', App>
let documentation: Documentation

beforeAll(async () => {
  redis = await startRedisServer({ appendfsync: 'everysec' })
  // The quotas are high enough never to run out. Short links reach no server.
  const env = {
    REDIS_URL: redis.url,
    DATA_DIR: dataDir,
    FREE_DAILY_QUOTA: '1000000',
    BURST_LIMIT: '1000000',
    LINK_GATEWAY_URL: 'http://127.0.0.1:9',
  }
  const start = (host: 'node' | 'next') => startApp(host, env, { output: { file: join(dataDir, `${host}.log`) } })
  const [node, next] = await Promise.all([start('node'), start('next')])
  apps = { node, next }
  documentation = await readDocumentation(node.url)
})
afterAll(async () => {
  agent.destroy()
  await Promise.all(Object.values(apps).map((app) => app.stop()))
  await redis.stop()
  removeFolder(dataDir)
})

/** Sends batches of generated requests. A failure reports the one request that caused it, not the whole batch. */
async function tryBatches(requests: number, attempt: (batch: FuzzedRequest[]) => Promise<void>) {
  const batch = fc.array(fuzzedRequest, { minLength: together, maxLength: together })
  const run = await fc.check(fc.asyncProperty(batch, attempt), fuzz(requests / together))
  if (run.failed) throw new Error(`${run.errorInstance}\nFUZZ_SEED=${run.seed}, path ${run.counterexamplePath}`)
}

const extension = /^(?:PROPFIND|SEARCH|REPORT|LOCK|PURGE)$/
const halfEscape = /%(?![\da-f]{2})|%(?:[89a-f][\da-f]|00)/i

const nextHeader = /^(?:rsc|next-.*|x-middleware-.*|x-matched-path|x-invoke-path)$/

/**
 * Removes what Next handles itself: methods that a route file cannot handle, invalid escapes, and the headers of Next's
 * own pages.
 */
function forNext(request: FuzzedRequest): FuzzedRequest {
  const [path = '', query] = request.path.split(/\?(.*)/s)
  const sound = path.replace(new RegExp(halfEscape, 'gi'), '')
  return {
    ...request,
    headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !nextHeader.test(name))),
    method: extension.test(request.method) ? 'PUT' : request.method,
    path: query === undefined ? sound : `${sound}?${query}`,
  }
}

/** Next normalizes a path (`/api//convert`) before a route file sees it; the node server never does. */
const isRedirect = ({ status, headers }: WireAnswer, host: keyof typeof apps) =>
  host === 'next' && status === 308 && /^\/(?!\/)/.test(headers.location ?? '')

/** Sends requests in parallel, checks each response against the document, and returns how many calls were counted. */
async function tryAll(host: keyof typeof apps, requests: readonly FuzzedRequest[]): Promise<number> {
  const { url } = apps[host]
  const counted = await Promise.all(
    requests.map(async (request) => {
      const answer = await send(url, request)
      const fault = isRedirect(answer, host) ? null : documentation.faultOf(request.method, request.path, answer)
      if (fault) throw new Error(`${fault}\n${answer.status} ${answer.body.slice(0, 300)}\n${asCurl(url, request)}`)
      if (answer.status !== 200 || answer.headers['x-ratelimit-remaining'] === undefined) return 0
      return request.path.startsWith('/api/batch') ? answeredItems(answer) : 1
    }),
  )
  return counted.reduce((sum, calls) => sum + calls, 0)
}

const answeredItems = ({ body }: WireAnswer): number =>
  JSON.parse(body).results.filter(({ status }: { status: number }) => status === 200).length

const convert: FuzzedRequest = { method: 'POST', path: '/api/convert', headers: {}, body: Buffer.from('{"cid":"1"}') }
const remaining = async (url: string) => Number((await send(url, convert)).headers['x-ratelimit-remaining'])

/** Expects the same process to still be running, without memory growth or unexpected log lines. */
async function expectUnharmed(app: App) {
  expect(app.process.exitCode).toBeNull()
  expect(await send(app.url, { ...convert, method: 'GET', path: '/api/health' })).toMatchObject({ status: 200 })
  expect(await send(app.url, convert)).toMatchObject({ status: 200 })
  expect(loggedDefects(app.output())).toEqual([])
  // Leaking a few KB per call would exceed this. V8 collects an idle process's garbage up to 100 seconds after it last did.
  await expect.poll(() => app.residentMb(), { interval: 1_000, timeout: 150_000 }).toBeLessThan(400)
}

describe('every request gets a documented response', () => {
  test('the Node server’s responses are documented', async () => {
    const { url } = apps.node
    const before = await remaining(url)
    let counted = 0
    await tryBatches(18_000, async (batch) => {
      counted += await tryAll('node', batch)
    })
    // Every call came from this address, regardless of its headers, and was counted once.
    expect(before - (await remaining(url)) - 1).toBe(counted)
    await expectUnharmed(apps.node)
  })

  test('the route files’ responses are documented', async () => {
    await tryBatches(1_500, async (batch) => {
      await tryAll('next', batch.map(forNext))
    })
    await expectUnharmed(apps.next)
  })
})
