import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Received } from '../support/callback-receiver'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'
import { isRun, runSampleIn, writeSample } from '../support/run-sample'
import { startCallbackServer } from './callback-server'
import { type Shown, samplesOn, samplesWith } from './docs-shown'

const folder = mkdtempSync(join(tmpdir(), 'pinref-callback-samples-'))
let server: Awaited<ReturnType<typeof startCallbackServer>>
let secret: string
let shown: Shown[]
/** A callback that the production build has sent. */
let sent: Received
let finished: Received

beforeAll(async () => {
  server = await startCallbackServer(join(folder, '.data'), 'hooks@example.com')
  secret = server.secret
  sent = await server.receiver.next('callback.test')
  finished = await server.finishBatch()
  shown = await samplesOn(inject('docsUrl'), '/docs/callbacks')
})

afterAll(async () => {
  await server.stop()
  removeFolder(folder)
})

type Headers = Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>

/** Returns callbacks, each with whether a receiver must accept it. */
function callbacks(): Array<{ what: string; isGenuine: boolean; headers: Headers; body: string }> {
  const headers = {
    'webhook-id': String(sent.headers['webhook-id']),
    'webhook-timestamp': String(sent.headers['webhook-timestamp']),
    'webhook-signature': String(sent.headers['webhook-signature']),
  }
  const { body } = sent
  const genuine = headers['webhook-signature']
  const old = new Date(Date.now() - 600_000)
  const other = new Webhook(`whsec_${Buffer.alloc(32).toString('base64')}`).sign(
    headers['webhook-id'],
    new Date(),
    body,
  )
  const signedWhenOld = {
    ...headers,
    'webhook-timestamp': String(Math.floor(old.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(headers['webhook-id'], old, body),
  }
  return [
    { what: 'as it was sent', isGenuine: true, headers, body },
    { what: 'with two', isGenuine: true, headers: { ...headers, 'webhook-signature': `${other} ${genuine}` }, body },
    { what: 'of another secret', isGenuine: false, headers: { ...headers, 'webhook-signature': other }, body },
    { what: 'of another body', isGenuine: false, headers, body: body.replace('test', 'best') },
    { what: 'of another id', isGenuine: false, headers: { ...headers, 'webhook-id': 'msg_other' }, body },
    { what: 'without one', isGenuine: false, headers: { ...headers, 'webhook-signature': '' }, body },
    { what: 'long ago', isGenuine: false, headers: signedWhenOld, body },
  ]
}

/** Starts a sample that is a server, as its first lines say, and returns its address and how to stop it. */
async function serve({ language, code }: Shown) {
  const port = await freePort()
  const own = join(folder, language)
  const { program, before, file, env } = writeSample(language, code.replaceAll('8080', String(port)), own)
  const started = language === 'PHP' ? ['-S', `127.0.0.1:${port}`, file] : [...before, file]
  const served = spawn(program, started, {
    cwd: own,
    env: { ...env, PINREF_CALLBACK_SECRET: secret },
    // `go run` starts another process.
    detached: true,
    stdio: 'ignore',
  })
  const ended = once(served, 'exit')
  const url = `http://127.0.0.1:${port}/`
  const isUp = () => fetch(url).then(Boolean, () => false)
  for (const deadline = Date.now() + 120_000; !(await isUp()) && Date.now() < deadline; ) await sleep(100)
  return {
    url,
    async stop() {
      process.kill(-(served.pid ?? 0), 'SIGKILL')
      await ended
    },
  }
}

describe('the sample that receives callbacks', { timeout: 180_000 }, () => {
  test.for(['JavaScript', 'Python', 'PHP', 'Go'])(
    'accepts only recent callbacks that Pinref signed, in %s',
    async (language, { skip }) => {
      skip(!isRun({ language }), 'SKIP_LANGUAGES is set')
      const sample = samplesWith(shown, 'callback').find((one) => one.language === language)
      const { url, stop } = await serve(sample as Shown)
      try {
        for (const { what, isGenuine, headers, body } of callbacks()) {
          const { status } = await fetch(url, { method: 'POST', headers, body })
          expect(status, what).toBe(isGenuine ? 204 : 400)
        }
      } finally {
        await stop()
      }
    },
  )

  test('accepts only recent callbacks that Pinref signed, in the shell', async () => {
    const sample = samplesWith(shown, 'callback').find(({ language }) => language === 'shell')
    const own = join(folder, 'shell')
    mkdirSync(own)
    for (const { what, isGenuine, headers, body } of callbacks()) {
      writeFileSync(join(own, 'body.json'), body)
      const ran = runSampleIn(own, 'shell', sample?.code ?? '', {
        PINREF_CALLBACK_SECRET: secret,
        WEBHOOK_ID: headers['webhook-id'],
        WEBHOOK_TIMESTAMP: headers['webhook-timestamp'],
        WEBHOOK_SIGNATURE: headers['webhook-signature'],
      })
      expect(await ran.catch(() => 'refused'), what).toBe(isGenuine ? 'genuine' : 'refused')
    }
  })
})

test('the Python client returns the event of a callback, and refuses one that Pinref has not signed just now', async ({
  skip,
}) => {
  skip(!isRun({ language: 'Python' }), 'SKIP_LANGUAGES is set')
  const own = join(folder, 'python-client')
  mkdirSync(own)
  writeFileSync(join(own, 'pinref.py'), await (await fetch(`${inject('docsUrl')}/pinref.py`)).text())
  writeFileSync(join(own, 'cases.json'), JSON.stringify(callbacks()))
  const code = `import json
import os
from pinref import CallbackError, verify_callback

secret = os.environ["PINREF_CALLBACK_SECRET"]
for case in json.load(open("cases.json")):
    headers = {name.title(): value for name, value in case["headers"].items()}
    try:
        event = verify_callback(case["body"].encode(), headers, secret)
        print(case["what"], event["type"])
    except CallbackError:
        print(case["what"], "refused")
for wrong in ("", "whsec_", "whsec_*", secret[6:]):
    try:
        verify_callback(b"{}", {}, wrong)
    except CallbackError:
        print("a wrong secret is not one")
    except ValueError:
        pass`
  const printed = await runSampleIn(own, 'Python', code, { PINREF_CALLBACK_SECRET: secret })
  const expected = callbacks().map(({ what, isGenuine }) => `${what} ${isGenuine ? 'callback.test' : 'refused'}`)
  expect(printed.split('\n')).toEqual(expected)
})

test('the event that the docs show has the fields of one that Pinref sends', () => {
  const [sample] = samplesWith(shown, 'callback')
  const kindOf = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, field]) => [name, kindOf(field)]))
      : typeof value
  const [example, real] = [JSON.parse(sample.prints ?? ''), JSON.parse(finished.body)]
  expect(kindOf(example)).toEqual(kindOf(real))
  expect([example.type, example.data.batch.state]).toEqual([real.type, real.data.batch.state])
  expect(new Webhook(secret).verify(finished.body, finished.headers as Headers)).toEqual(real)
})
