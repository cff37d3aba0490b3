import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Documentation, readDocumentation, type WireAnswer } from '../../support/documented-answers'
import { loggedDefects } from '../../support/logged-defects'
import { removeFolder } from '../../support/remove-folder'
import { type App, startApp } from '../../support/start-app'
import { fuzz } from '../settings'
import { converse, readAnswers } from './raw-client'
import { type RawConversation, rawConversation } from './raw-requests'

const together = 100
const dataDir = mkdtempSync(join(tmpdir(), 'pinref-sockets-'))
let app: App
let documentation: Documentation

beforeAll(async () => {
  const env = { DATA_DIR: dataDir, FREE_DAILY_QUOTA: '1000000', BURST_LIMIT: '1000000' }
  app = await startApp('node', env, { output: { file: join(dataDir, 'log') } })
  documentation = await readDocumentation(app.url)
})
afterAll(async () => {
  await app.stop()
  removeFolder(dataDir)
})

/** Returns what is wrong with a response that must be a page or a documented API response. */
function faultOf(answer: WireAnswer): string | null {
  const isPage = answer.headers['content-type']?.startsWith('text/html') && answer.status < 500
  if (isPage) return null
  // The operation is not known here, so the response must fit one of these operations.
  const ways = [
    ['POST', '/api/convert'],
    ['GET', '/api/health'],
    ['GET', '/api/nothing'],
    ['TRACE', '/api/convert'],
  ] as const
  const faults = ways.map(([method, path]) => documentation.faultOf(method, path, answer))
  return faults.includes(null) ? null : (faults[0] ?? null)
}

async function attempt(conversation: RawConversation) {
  const received = await converse(app.url, conversation)
  for (const answer of readAnswers(received)) {
    const fault = faultOf(answer)
    if (fault) throw new Error(`${fault}\n${received.slice(0, 600)}`)
  }
}

async function post(address: string): Promise<WireAnswer | undefined> {
  const pieces = [`POST ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 11\r\n\r\n{"cid":"1"}`]
  return readAnswers(await converse(app.url, { pieces, leaves: false, isWhole: true }))[0]
}

test('any bytes on a socket get a documented response, or none', async () => {
  const batch = fc.array(rawConversation, { minLength: together, maxLength: together })
  const run = await fc.check(
    fc.asyncProperty(batch, async (conversations) => {
      await Promise.all(
        conversations.map((conversation) =>
          attempt(conversation).catch((error: Error) => {
            throw new Error(`${error.message}\nsent: ${JSON.stringify(conversation).slice(0, 1_000)}`)
          }),
        ),
      )
    }),
    fuzz(2_000 / together),
  )
  if (run.failed) throw new Error(`${run.errorInstance}\nFUZZ_SEED=${run.seed}, path ${run.counterexamplePath}`)
  expect(app.process.exitCode).toBeNull()
  expect(await fetch(`${app.url}/api/health`).then(({ status }) => status)).toBe(200)
  expect(loggedDefects(app.output())).toEqual([])
})

test('a client that offers another protocol gets an HTTP/1.1 response', async () => {
  const offers = [
    'h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk',
    'websocket\r\nConnection: Upgrade',
  ]
  for (const offer of offers) {
    const pieces = [
      `POST /api/convert HTTP/1.1\r\nHost: x\r\nUpgrade: ${offer}\r\nContent-Length: 11\r\n\r\n{"cid":"1"}`,
    ]
    const [answer] = readAnswers(await converse(app.url, { pieces, leaves: false, isWhole: true }))
    expect({ offer, status: answer?.status }).toEqual({ offer, status: 200 })
  }
})

test('the API serves every spelling of an API path and counts all calls for the same visitor', async () => {
  const remaining = []
  for (const address of ['/api/convert', 'http://x/api/convert', 'HTTP://x:80/api/convert?']) {
    const answer = await post(address)
    remaining.push(Number(answer?.headers['x-ratelimit-remaining']))
  }
  const [first = 0] = remaining
  expect(remaining).toEqual([first, first - 1, first - 2])
})

test('a path that becomes an API path only through normalization gets 400 and is not counted', async () => {
  const before = Number((await post('/api/convert'))?.headers['x-ratelimit-remaining'])
  for (const address of [
    '/x/../api/convert',
    '/./api/./convert',
    'http://x/y/../api/convert',
    '/api\\convert',
    '//api/convert',
  ]) {
    const answer = await post(address)
    expect({ address, status: answer?.status }).toEqual({ address, status: 400 })
    expect(answer?.body).toContain('invalid_request')
  }
  expect(Number((await post('/api/convert'))?.headers['x-ratelimit-remaining'])).toBe(before - 1)
})

test('an upgrade request with an invalid URL does not prevent the server from stopping', async () => {
  const own = await startApp('node', { DATA_DIR: join(dataDir, 'own') })
  const offer = 'Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
  await converse(own.url, { pieces: [`GET //// HTTP/1.1\r\nHost: x\r\n${offer}`], leaves: false })
  const ended = await Promise.race([own.stop(), sleep(15_000, 'still running', { ref: false })])
  await own.kill()
  expect(ended).toBe(0)
})
