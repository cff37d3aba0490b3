import { describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { hosts } from './call'

let people = 0
const marker = 'Zanzibar'

describe.each(hosts)('recent errors, on the $host', ({ url }) => {
  async function signUp() {
    const person = new Person(url, `errors${process.pid}.${people++}@example.com`, 'correct horse battery')
    person.origin = 'https://pinref.example'
    await person.signUp()
    return person
  }

  const send = (key: string, path: string, body?: unknown, method = 'POST', query = '') =>
    fetch(`${url}/api/${path}${query}`, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'x-api-key': key },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })

  interface Failed {
    requestId: string
    keyId: string
    operation: string
    code: string
    items?: number
  }
  const errorsOf = async (person: Person): Promise<{ calls: Failed[]; keys: unknown[] }> => person.query('usage.errors')

  test('list failures over REST, in a batch, and over MCP, without any input text', async () => {
    const [person, other] = [await signUp(), await signUp()]
    const { key, id } = await person.procedure('keys.create', { name: 'Production' })
    const field = await send(key, 'resolve', { url: 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', [marker]: 1 })
    await send(key, 'resolve', { url: `https://${marker}.example/${marker}` })
    await send(key, 'convert', { cid: marker })
    await send(key, 'convert', { cid: '0x1f:0xabc5678' })
    await send(key, 'resolve', { url: `https://maps.app.goo.gl/${marker}…` })
    await send(key, 'convert', { cid: '1' }, 'POST', `?${marker}=1`)
    await send(key, `keys/${marker}`, undefined, 'PUT')
    await send(key, 'batch', { items: [marker, `${marker} 2`].map((cid) => ({ operation: 'convert', cid })) })
    const tool = { name: 'resolve_listing', arguments: { url: `https://example.com/${marker}` } }
    await send(key, 'mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: tool })
    await expect.poll(async () => (await errorsOf(person)).calls.length).toBe(9)
    const { calls, keys } = await errorsOf(person)
    expect(JSON.stringify(calls)).not.toMatch(/zanzibar|abc5678/i)
    expect(calls.every(({ keyId }) => keyId === id)).toBe(true)
    expect(keys).toEqual([{ id, name: 'Production', start: key.slice(0, 28), end: key.slice(-4), isRevoked: false }])
    const { request_id } = await field.json()
    expect(calls).toContainEqual({
      at: expect.any(Number),
      requestId: request_id,
      keyId: id,
      operation: 'resolve',
      status: 400,
      code: 'invalid_request',
      detail: 'There is no such field.',
    })
    expect(calls.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['batch', 'resolve_listing']))
    expect(calls.find(({ operation }) => operation === 'batch')).toMatchObject({ code: 'invalid_cid', items: 2 })
    expect((await errorsOf(other)).calls).toEqual([])

    // Revoking the key removes its errors. Later calls that still use the key are listed.
    await person.procedure('keys.revoke', { id })
    expect((await errorsOf(person)).calls).toEqual([])
    await new Promise((wake) => setTimeout(wake, 1_100))
    expect((await send(key, 'convert', { cid: '1' })).status).toBe(401)
    await expect
      .poll(async () => (await errorsOf(person)).calls)
      .toMatchObject([{ keyId: id, code: 'invalid_api_key' }])
    expect((await errorsOf(person)).keys).toMatchObject([{ id, isRevoked: true }])
  })

  test('are shown to the key’s owner while the page waits for the first call', async () => {
    const person = await signUp()
    const { key, id } = await person.procedure('keys.create', { name: 'Worker' })
    const state = () => person.query('keys.firstCall', { id })
    expect(await state()).toEqual({ call: null, failed: null })
    await send(key, 'resolve', { url: 'nonsense' })
    await expect.poll(async () => (await state()).failed?.code).toBe('unsupported_link')
    await send(key, 'resolve', { url: 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY' })
    await expect
      .poll(async () => (await state()).call)
      .toMatchObject({
        operation: 'resolve',
        status: 200,
        title: 'Trevi Fountain',
        address: expect.stringMatching(/^[\d.:a-f]+$/),
      })
  })
})
