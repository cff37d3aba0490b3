import { expect } from 'vitest'
import type { KeyOptions } from '@/server/metering/access/key-store'
import { Person } from '../support/person'
import { type Call, call, newVisitor } from './call'
import type { Answer } from './documented'

/** A sample listing, so checks can find it. */
export const googleplex = { url: 'ChIJj61dQgK6j4AR4GeTYWZsKWw', reference: 'mountain-view' }
/** Its CID. */
export const googleplexCid = '7793879817120868320'

/** Makes a new account with a key. */
export async function keyWith(url: string, options: KeyOptions & { test?: boolean } = {}) {
  const person = new Person(url, `watchlists.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return { person, ...(await anotherKey(url, person, options)) }
}

export async function anotherKey(url: string, person: Person, options: object = {}) {
  const { key }: { key: string } = await person.procedure('keys.create', { name: 'Watch', ...options })
  return { key, ask: asking(url, key) }
}

/** Returns a function that calls watchlist operations with a key and checks each response against the document. */
export const asking =
  (url: string, key: string) =>
  (method: string, path = '', sent?: unknown, { headers = {}, ...more }: Call = {}): Promise<Answer> => {
    const raw = sent === undefined ? '' : JSON.stringify(sent)
    return call(url, `watchlists${path}`, undefined, {
      method,
      raw,
      headers: { 'x-api-key': key, ...headers },
      ...more,
    })
  }

export type Ask = ReturnType<typeof asking>

/** Creates a watchlist. @returns its id. */
export async function made(ask: Ask, order: object = {}): Promise<string> {
  const { status, body } = await ask('POST', '', { name: 'Shops', ...order })
  expect(status).toBe(201)
  return body.id
}

export const add = (ask: Ask, id: string, listings: unknown) => ask('POST', `/${id}/listings`, { listings })

/** Reads all pages of a watchlist's listings or events. */
export async function allOf(ask: Ask, id: string, list: 'listings' | 'events', query = ''): Promise<Answer['body'][]> {
  const entries: unknown[] = []
  for (let after = ''; ; ) {
    const { status, body } = await ask('GET', `/${id}/${list}?${query}${after && `&after=${after}`}`)
    expect(status).toBe(200)
    entries.push(...body[list])
    if (body.next === null) return entries
    after = body.next
  }
}

export const untilEqual = (read: () => Promise<unknown>, expected: unknown) =>
  expect.poll(read, { timeout: 30_000, interval: 100 }).toEqual(expected)

export const counts = async (ask: Ask, id: string) => (await ask('GET', `/${id}`)).body.listing_counts

export const none = {
  unchecked: 0,
  listed: 0,
  moved: 0,
  gone: 0,
  unreadable: 0,
  closed_permanently: 0,
  closed_temporarily: 0,
}

export const operations = [
  ...['GET /watchlists', 'POST /watchlists', 'GET /{id}', 'PATCH /{id}', 'DELETE /{id}', 'GET /{id}/listings'],
  ...['POST /{id}/listings', 'DELETE /{id}/listings?ids=1', 'GET /{id}/events', 'POST /{id}/check', 'POST /{id}/pause'],
  'POST /{id}/resume',
].map((one) => one.split(' ') as [method: string, path: string])

export const ofOne = operations.filter(([, path]) => path.startsWith('/{id}'))

/** Returns a body that each operation accepts. */
export function bodyFor(method: string, path: string): unknown {
  if (path.endsWith('/listings')) return { listings: [googleplex] }
  if (path === '/watchlists') return { name: 'Shops' }
  return method === 'PATCH' ? { period: 'monthly' } : undefined
}
