import { randomInt } from 'node:crypto'
import { expect, inject } from 'vitest'
import { Person } from '../support/person'
import { type Answer, expectDocumented } from './documented'

/** The hosts under test by name, for `describe.each`. */
export const hosts = inject('hosts')

/** A new visitor's address, whose free quota no other test uses. */
export function newVisitor(): string {
  return [randomInt(11, 127), randomInt(256), randomInt(256), randomInt(256)].join('.')
}

/** Makes an account with a key, as a person does. */
export async function newKey(url: string): Promise<string> {
  const person = new Person(url, `key.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return (await person.procedure('keys.create', { name: 'Key' })).key
}

export interface Call {
  visitor?: string
  method?: string
  headers?: Record<string, string>
  /** A raw body instead of JSON. */
  raw?: string
}

/** Calls an operation as a backend would, and checks the response against the OpenAPI document. */
export async function call(url: string, operation: string, sent: unknown, options: Call = {}): Promise<Answer> {
  const { visitor = newVisitor(), method = 'POST', headers = {}, raw = JSON.stringify(sent) } = options
  const response = await fetch(`${url}/api/${operation}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor, ...headers },
    ...(!['GET', 'HEAD', 'DELETE'].includes(method) && { body: raw }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && !response.headers.has('content-disposition')
  const body = isJson ? JSON.parse(text) : text
  const answer = { status: response.status, headers: response.headers, body, text }
  expectDocumented(method, operation, answer)
  return answer
}
