import { expect, test } from 'vitest'
import { Person } from '../support/person'
import { targetForTests } from './target'

const accounts = 40
const target = targetForTests()

/** Makes keys for one account in four loops at once, deletes the account at the same time, and returns the keys. */
async function makeAndDelete(index: number): Promise<string[]> {
  const person = new Person(target.url, `deleted${index}@example.com`)
  await person.signUp()
  const keys: string[] = []
  async function makeKeys() {
    for (let count = 0; count < 12; count++) {
      const { status, json } = await person.call('/trpc/keys.create', { name: 'Made' })
      if (status !== 200) return
      keys.push(json.result.data.key)
    }
  }
  const making = Array.from({ length: 4 }, makeKeys)
  // Some accounts are deleted immediately, and others after they have made most of their keys.
  if (index % 2) await making[0]
  await person.call('/auth/delete-user', { password: person.password })
  await Promise.all(making)
  return keys
}

async function statusWith(key: string, index: number): Promise<number> {
  const headers = { 'x-api-key': key, 'x-forwarded-for': `10.1.${index % 250}.1` }
  const answer = await fetch(`${target.url}/api/convert`, { method: 'POST', headers, body: '{"cid":"1"}' })
  await answer.body?.cancel()
  return answer.status
}

test('no API key works after its account is deleted, even if it was made during the deletion', async () => {
  const made = (await Promise.all(Array.from({ length: accounts }, (_, index) => makeAndDelete(index)))).flat()
  const statuses = await Promise.all(made.map(statusWith))
  console.log({ made: made.length })
  expect(made.length).toBeGreaterThan(200)
  expect(statuses.filter((status) => status !== 401)).toEqual([])
})
