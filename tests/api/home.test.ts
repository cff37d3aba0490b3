import { describe, expect, test } from 'vitest'
import { callWithKey } from '../support/call-with-key'
import { Person } from '../support/person'
import { hosts } from './call'

let people = 0

describe.each(hosts)('the home page’s data, on the $host', ({ url }) => {
  const person = (email: string) => {
    const one = new Person(url, email, 'correct horse battery')
    one.origin = 'https://pinref.example'
    return one
  }

  test('are the usage by key and the newest batches', async () => {
    const owner = person(`home${process.pid}.${people++}@example.com`)
    await owner.signUp()
    const { key, id } = await owner.procedure('keys.create', { name: 'Production' })
    expect((await callWithKey(url, key)).status).toBe(200)
    const home = await owner.query('home')
    expect(home.usage).toMatchObject({ plan: 'starter', limit: 1000, used: 1, keys: [{ id, used: 1 }] })
    expect(home.batches).toEqual([])
  })

  test('need a session', async () => {
    expect((await person('nobody@example.com').call('/trpc/home')).status).toBe(401)
  })
})
