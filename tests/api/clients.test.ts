import { describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { call, hosts, newVisitor } from './call'
import { callWithKey } from './with-key'

/** Signs someone up with a key that manages keys. Returns a function that calls the API with a key. */
async function agency(url: string) {
  const person = new Person(url, `agency.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  const operations = ['resolve', 'search', 'convert', 'usage', 'keys']
  const own: { key: string; id: string } = await person.procedure('keys.create', { name: 'Agency', operations })
  const ask = (method: string, path: string, body?: object, key = own.key) =>
    call(url, path, body, { method, headers: { 'x-api-key': key } })
  return { person, own, ask }
}

const today = () => new Date().toISOString().slice(0, 10)

describe.each(hosts)('clients, on the $host', ({ url }) => {
  test('label keys, batches, and watchlists, which are listed by client', async () => {
    const { ask } = await agency(url)
    const made = [
      await ask('POST', 'keys', { name: 'Shop', client: ' Acme ' }),
      await ask('POST', 'batches', { name: 'Shops', client: 'Acme', start: 'later' }),
      await ask('POST', 'watchlists', { name: 'Shops', client: 'Acme' }),
    ]
    expect(made.map(({ status, body }) => [status, body.client])).toEqual(Array(3).fill([201, 'Acme']))
    for (const [index, what] of ['keys', 'batches', 'watchlists'].entries()) {
      const { id } = made[index]?.body ?? {}
      const listed = async (client: string) =>
        (await ask('GET', `${what}?client=${client}`)).body[what].map((one: { id: string }) => one.id)
      expect([await listed('Acme'), await listed('Globex')]).toEqual([[id], []])
      expect((await ask('PATCH', `${what}/${id}`, { client: 'Globex' })).body.client).toBe('Globex')
      expect([await listed('Acme'), await listed('Globex')]).toEqual([[], [id]])
      expect((await ask('PATCH', `${what}/${id}`, { client: null })).body.client).toBeNull()
      for (const client of ['', ' ', 'a'.repeat(101), 'a\nb', 7]) {
        const { status, body } = await ask('PATCH', `${what}/${id}`, { client })
        expect([status, body.errors?.[0]?.pointer]).toEqual([400, '/client'])
      }
    }
  })

  test('get one group each in the usage, and keys one, by day', async () => {
    const { person, own, ask } = await agency(url)
    const [a, b] = [
      await ask('POST', 'keys', { name: 'A', client: 'Acme' }),
      await ask('POST', 'keys', { name: 'B', client: 'Acme' }),
    ]
    await callWithKey(url, a.body.key)
    await callWithKey(url, b.body.key)
    await callWithKey(url, b.body.key, 'resolve', { url: 'https://example.com' })
    await callWithKey(url, own.key)
    await person.procedure('listings.convert', { cid: '1' })
    const groups = async (query: string) => (await ask('GET', `usage${query}`)).body.groups
    const of = (name: string, used: number, more: object) => ({
      key_id: null,
      client: null,
      name,
      used,
      day_counts: [{ date: today(), used }],
      ...more,
    })
    expect(await groups('')).toBeNull()
    const byClient = await groups('?group_by=client')
    expect(byClient).toHaveLength(2)
    expect(byClient).toEqual(expect.arrayContaining([of('Acme', 2, { client: 'Acme' }), of('No client', 2, {})]))
    const byKey = await groups('?group_by=key')
    expect(byKey).toHaveLength(4)
    expect(byKey).toEqual(
      expect.arrayContaining([
        of('A', 1, { key_id: a.body.id }),
        of('B', 1, { key_id: b.body.id }),
        of('Agency', 1, { key_id: own.id }),
        expect.objectContaining({ key_id: null, used: 1 }),
      ]),
    )
    expect(await groups(`?key_id=${a.body.id}`)).toEqual([of('A', 1, { key_id: a.body.id })])
    expect(await groups(`?key_id=${a.body.id}&group_by=client`)).toEqual([of('Acme', 1, { client: 'Acme' })])
    expect(await groups('?client=Acme')).toEqual([of('Acme', 2, { client: 'Acme' })])
    expect(await groups('?client=Globex')).toEqual([])
    await ask('DELETE', `keys/${a.body.id}`)
    expect(await groups('?client=Acme&group_by=key')).toEqual(
      expect.arrayContaining([of('B', 1, { key_id: b.body.id }), of('Deleted keys', 1, {})]),
    )
    expect(await person.query('usage.clients')).toEqual(['Acme'])
    for (const query of ['?group_by=day', '?key_id=pr_live_x', `?client=${'a'.repeat(101)}`]) {
      expect((await ask('GET', `usage${query}`)).status).toBe(400)
    }
  })
})
