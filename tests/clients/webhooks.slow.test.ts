import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startCallbackServer } from '../samples/callback-server'
import type { Received } from '../support/callback-receiver'
import { removeFolder } from '../support/remove-folder'
import { installedClients } from './installed'

type Verifier = new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown }

const folder = mkdtempSync(join(tmpdir(), 'pinref-webhooks-'))
const svix = pathToFileURL(join(installedClients('fast'), 'node_modules/svix/dist/index.mjs'))
const libraries = new Map<string, Verifier>([
  ['standardwebhooks', StandardWebhook],
  ['svix', (await import(svix.href)).Webhook],
])
let server: Awaited<ReturnType<typeof startCallbackServer>>
let callback: Received

beforeAll(async () => {
  server = await startCallbackServer(join(folder, '.data'), 'webhooks@example.com')
  callback = await server.finishBatch()
})

afterAll(async () => {
  await server.stop()
  removeFolder(folder)
})

describe.each([...libraries])('callbacks, with %s', (_, Webhook) => {
  test('are verified with the account’s secret only if unchanged', () => {
    const webhook = new Webhook(server.secret)
    const headers = Object.fromEntries(Object.entries(callback.headers).map(([name, value]) => [name, String(value)]))
    expect(() => webhook.verify(callback.body, headers)).not.toThrow()
    expect(() => webhook.verify(callback.body.replace('batch_', 'batch_x'), headers)).toThrow()
  })
})
