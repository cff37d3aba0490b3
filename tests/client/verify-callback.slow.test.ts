import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import { loadPackage } from './installed'

const { verifyCallback, CallbackError } = await loadPackage()
const secret = `whsec_${Buffer.from('a secret of thirty-two bytes 123').toString('base64')}`
const body = JSON.stringify({ type: 'callback.test', timestamp: new Date().toISOString(), data: {} })

/** Returns the headers of a callback signed by the Standard Webhooks library. */
function signed({ text = body, at = new Date(), by = [secret] } = {}): Record<string, string> {
  return {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': by.map((one) => new Webhook(one).sign('msg_1', at, text)).join(' '),
  }
}

const other = `whsec_${Buffer.alloc(32).toString('base64')}`

describe('verifyCallback', () => {
  test.each([
    ['headers of Node', body, signed()],
    ['headers of fetch', body, new Headers(signed())],
    ['a body in bytes', new TextEncoder().encode(body), signed()],
    ['signatures by two secrets', body, signed({ by: [other, secret] })],
    ['characters beyond ASCII', `${body.slice(0, -1)},"é":"漢"}`, signed({ text: `${body.slice(0, -1)},"é":"漢"}` })],
  ])('returns the event of a callback with %s', async (_, sent, headers) => {
    expect(await verifyCallback(sent, headers, secret)).toMatchObject({ type: 'callback.test', data: {} })
  })

  test.each([
    ['another secret', body, signed({ by: [other] })],
    ['another body', `${body} `, signed()],
    ['another id', body, { ...signed(), 'webhook-id': 'msg_2' }],
    ['a time long ago', body, signed({ at: new Date(Date.now() - 600_000) })],
    ['a time to come', body, signed({ at: new Date(Date.now() + 600_000) })],
    ['a time that is no number', body, { ...signed(), 'webhook-timestamp': 'now' }],
    ['signatures that are none', body, { ...signed(), 'webhook-signature': 'v1,* v1 v2,AAAA' }],
    ['no headers', body, {}],
  ])('rejects a callback with %s', async (_, sent, headers) => {
    await expect(verifyCallback(sent, headers, secret)).rejects.toBeInstanceOf(CallbackError)
  })

  test.each(['', 'whsec_', 'whsec_*', secret.slice(6)])('rejects %o as a secret', async (wrong) => {
    await expect(verifyCallback(body, signed(), wrong)).rejects.toBeInstanceOf(TypeError)
  })
})
