import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBusyMachine } from '../support/busy-machine'
import { loggedDefects } from '../support/logged-defects'
import { Person } from '../support/person'
import { type RedisServer, startRedisServer } from '../support/redis'
import { removeFolder } from '../support/remove-folder'
import { type App, startApp } from '../support/start-app'
import { wrongSignIns } from '../support/wrong-sign-ins'

const folder = mkdtempSync(join(tmpdir(), 'pinref-wrong-sign-ins-'))
let redis: RedisServer
let app: App

beforeAll(async () => {
  redis = await startRedisServer()
  const env = { REDIS_URL: redis.url, DATA_DIR: folder, TRUSTED_PROXIES: '1', ...onBusyMachine }
  app = await startApp('worker', env, { output: { file: join(folder, 'log') } })
})
afterAll(async () => {
  await app.stop()
  await redis.stop()
  removeFolder(folder)
})

test.each([
  { networks: 6, first: 0 },
  { networks: 20, first: 100 },
])(
  'ten wrong sign-ins at once from each of $networks networks do not keep the owner out or cause errors',
  async (from) => {
    const owner = new Person(app.url, `owner${from.networks}@example.com`)
    expect((await owner.signUp()).status).toBe(200)
    await owner.call('/auth/sign-out', {})
    const elsewhere = new Person(app.url, owner.email)

    // Half of the attempts are at the owner's account, which strangers may try a hundred times an hour.
    const sent = wrongSignIns(app.url, from, (network, attempt) =>
      network < from.first + 6 && attempt % 2 === 0 ? owner.email : `${attempt}.${network}@example.com`,
    )
    await Promise.any(sent.map(async (attempt) => expect(await attempt).toMatchObject({ status: 429 })))
    expect((await owner.signIn()).status).toBe(200)
    expect(await owner.signedInAs()).toBe(owner.email)
    expect([200, 429]).toContain((await elsewhere.signIn()).status)

    const attempts = await Promise.all(sent)
    expect(new Set(attempts.map(({ status }) => status))).toEqual(new Set([401, 429]))
    for (const { status, retryAfter } of attempts) expect(retryAfter).toBe(status === 429 ? '5' : null)
    const checked = new Set(attempts.flatMap(({ status, network }) => (status === 401 ? [network] : [])))
    expect(checked.size).toBeGreaterThanOrEqual(6)
    expect((await elsewhere.signIn()).status).toBe(200)
  },
)

test('rejected sign-ins are logged as calls with 429 and as one kind of warning, without a stack', async () => {
  // The lines of calls are written up to half a second late.
  const lines = () =>
    app
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): { level: string; message: string; status?: number } => JSON.parse(line))
  await expect.poll(() => lines().filter(({ status }) => status === 401 || status === 429).length).toBeGreaterThan(250)
  expect(loggedDefects(app.output())).toEqual([])
  expect(lines().filter(({ level }) => level === 'error')).toEqual([])
  expect(new Set(lines().flatMap(({ level, message }) => (level === 'warn' ? [message] : [])))).toEqual(
    new Set(['sign-in attempts are being rejected, because too many passwords are waiting to be checked']),
  )
})
