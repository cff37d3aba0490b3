import { describe, expect, test } from 'vitest'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { hosts } from './call'

let people = 0

const link =
  'https://www.google.com/maps/place/Colosseum/@41.89,12.49,17z/data=!4m6!3m5!1s0x132f61b6532013ad:0x28f1c82e908503c4'
const lookup = {
  operation: 'resolve',
  text: link,
  details: 'full',
  cid: '2950359333223072708',
  placeId: 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg',
}

describe.each(hosts)('recent lookups and the home page, on the $host', ({ url }) => {
  let stranger: Promise<Person> | undefined

  async function signUp() {
    const person = new Person(url, `recent${process.pid}.${people++}@example.com`, 'correct horse battery')
    person.origin = 'https://pinref.example'
    await person.signUp()
    return person
  }

  test('list lookups from an account’s pages but not from its keys, and only the account can remove them', async () => {
    const [person, other] = [await signUp(), await signUp()]
    const { key, id } = await person.procedure('keys.create', { name: 'Production' })
    expect((await callWithKey(url, key)).status).toBe(200)
    await person.procedure('recent.add', lookup)
    await person.procedure('recent.add', { operation: 'search', text: 'Café', country: null })
    const home = await person.query('home')
    expect(home.recent).toMatchObject([
      { operation: 'search', text: 'Café', title: null },
      { ...lookup, title: 'Colosseum' },
    ])
    expect(home.usage).toMatchObject({ plan: 'starter', limit: '1000', used: 1, keys: [{ id, used: 1 }] })
    expect(home.batches).toEqual([])
    const [, found] = home.recent
    await other.procedure('recent.remove', { id: found.id })
    await other.procedure('recent.clear')
    expect((await person.query('home')).recent).toHaveLength(2)
    expect((await other.query('home')).recent).toEqual([])
    await person.procedure('recent.remove', { id: found.id })
    expect((await person.query('home')).recent).toMatchObject([{ text: 'Café' }])
  })

  test.each([
    ['what Google lets nobody keep', { ...lookup, rating: '4.8' }],
    ['a name beside it', { ...lookup, title: 'Colosseum' }],
    ['an identifier that is none', { ...lookup, cid: 'x' }],
    ['a place id that is none', { ...lookup, placeId: 'a b' }],
    ['an empty text', { ...lookup, text: ' ' }],
    ['a string without end', { ...lookup, text: 'x'.repeat(5_000) }],
    ['another operation', { operation: 'batch', text: 'x' }],
  ])('cannot be saved with %s', async (_, input) => {
    stranger ??= signUp()
    expect((await (await stranger).call('/trpc/recent.add', input)).status).toBe(400)
  })

  test('need a session to be saved, removed, or read', async () => {
    const nobody = new Person(url, 'nobody@example.com')
    nobody.origin = 'https://pinref.example'
    expect((await nobody.call('/trpc/recent.add', lookup)).status).toBe(401)
    expect((await nobody.call('/trpc/recent.clear', {})).status).toBe(401)
    expect((await nobody.call('/trpc/home')).status).toBe(401)
  })
})
