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
    key_id: string
    operation: string
    code: string
  }
  const errorsOf = async (person: Person): Promise<{ errors: Failed[]; keys: unknown[] }> => person.query('errors.read')

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
    await expect.poll(async () => (await errorsOf(person)).errors.length).toBe(9)
    const { errors: calls, keys } = await errorsOf(person)
    expect(JSON.stringify(calls)).not.toMatch(/zanzibar|abc5678/i)
    expect(calls.every(({ key_id }) => key_id === id)).toBe(true)
    expect(keys).toEqual([{ id, name: 'Production', start: key.slice(0, 28), end: key.slice(-4), isRevoked: false }])
    const { request_id } = await field.json()
    expect(calls).toContainEqual({
      request_id,
      occurred_at: expect.stringMatching(/^20.*Z$/),
      key_id: id,
      key_name: 'Production',
      operation: 'resolve',
      item_count: null,
      status: 400,
      code: 'invalid_request',
      detail: 'There is no such field.',
    })
    expect(calls.map(({ operation }) => operation)).toEqual(expect.arrayContaining(['batch', 'resolve_listing']))
    expect(calls.find(({ operation }) => operation === 'batch')).toMatchObject({ code: 'invalid_cid', item_count: 2 })
    expect((await errorsOf(other)).errors).toEqual([])

    // Revoking the key removes its errors. Later calls that still use the key are listed.
    await person.procedure('keys.revoke', { id })
    expect((await errorsOf(person)).errors).toEqual([])
    await new Promise((wake) => setTimeout(wake, 1_100))
    expect((await send(key, 'convert', { cid: '1' })).status).toBe(401)
    await expect
      .poll(async () => (await errorsOf(person)).errors)
      .toMatchObject([{ key_id: id, code: 'invalid_api_key' }])
    expect((await errorsOf(person)).keys).toMatchObject([{ id, isRevoked: true }])
  })

  test('are listed over REST in pages, only for keys of the same account that may read usage', async () => {
    const [person, other] = [await signUp(), await signUp()]
    const { key } = await person.procedure('keys.create', { name: 'Reader', operations: ['convert', 'usage'] })
    const test = await person.procedure('keys.create', { name: 'Test', test: true })
    const limited = await person.procedure('keys.create', { name: 'Limited', operations: ['convert'] })
    const stranger = await other.procedure('keys.create', { name: 'Stranger' })
    const list = async (apiKey: string, query = '') => {
      const response = await send(apiKey, 'errors', undefined, 'GET', query)
      return { status: response.status, ...(await response.json()) }
    }
    for (const cid of ['a mistake', '-1', 'another']) await send(key, 'convert', { cid })
    await expect.poll(async () => (await errorsOf(person)).errors.length).toBe(3)
    const all = await list(key)
    expect(all).toMatchObject({ status: 200, next: null })
    expect(all.errors).toEqual((await errorsOf(person)).errors)
    const first = await list(key, '?limit=2')
    const last = await list(key, `?limit=2&after=${first.next}`)
    expect([first.errors.length, last.next]).toEqual([2, null])
    expect([...first.errors, ...last.errors]).toEqual(all.errors)
    expect((await list(test.key)).errors).toEqual(all.errors)
    expect(await list(stranger.key)).toEqual({ status: 200, errors: [], next: null })
    expect(await list(limited.key)).toMatchObject({ status: 403, code: 'operation_not_allowed' })
    expect((await send('', 'errors', undefined, 'GET')).status).toBe(401)
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
