import crypto from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { endPerson } from '@/server/features/account-data/deletion'
import type { Mail } from '@/server/features/mail/mail'
import { handleAuth } from '@/server/features/sign-in/handle-auth'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { store } from '@/server/platform/store/store'

/**
 * Passwords are hashed at a thousandth of the cost in these tests, which hash hundreds: at full cost, hashes took half of
 * their processor time. The tests on the build hash at full cost.
 */
if (crypto.scrypt.name !== 'cheapScrypt') {
  const { scrypt } = crypto
  const cheapScrypt = (...[password, salt, length, options, done]: Parameters<typeof scrypt>) =>
    scrypt(password, salt, length, { ...options, N: 16 }, done)
  crypto.scrypt = cheapScrypt as typeof scrypt
  syncBuiltinESMExports()
}

interface Call {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** The app's address in these tests. */
const home = () => process.env.APP_URL ?? 'http://localhost:3000'

let addresses = 0

/** A browser with its own cookies and an address that no other browser has. */
export class Browser {
  readonly cookies = new Map<string, string>()
  client = { address: `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}` }

  /** @param path below `/api/auth`, e.g. `/sign-in/email`. A body is sent as JSON, with POST by default. */
  async call(path: string, { method, body, headers = {} }: Call = {}) {
    const request = new Request(`${home()}/api/auth${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        origin: home(),
        host: new URL(home()).host,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.cookies.size > 0 && { cookie: this.cookieHeader() }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const response = await handleAuth(request, this.client, endPerson)
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (/max-age=0/i.test(line)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    const json: unknown = response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : null
    return { status: response.status, headers: response.headers, text, json: json as Answer | null }
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  signUp(email: string, password = goodPassword) {
    return this.call('/sign-up/email', { body: { name: 'Ada', email, password } })
  }

  signIn(email: string, password = goodPassword) {
    return this.call('/sign-in/email', { body: { email, password } })
  }

  /** The email that this browser is signed in with, or null. */
  async signedInAs(): Promise<string | null> {
    return (await this.call('/get-session')).json?.user?.email ?? null
  }
}

/** The parts of better-auth's responses that the tests read. */
interface Answer {
  code?: string
  message?: string
  status?: boolean
  url?: string
  token?: string | null
  user?: { id: string; email: string; emailVerified: boolean; name: string; image: string | null; createdAt: string }
  session?: { token: string; expiresAt: string; ipAddress: string }
  twoFactorRedirect?: boolean
  totpURI?: string
  backupCodes?: string[]
}

export const goodPassword = 'correct horse'

let people = 0

/** Returns an email that no one has yet. */
export const newEmail = (): string => `person${++people}@example.com`

/** Returns someone's stored emails, oldest first. */
export function keptMails(to: string): Mail[] {
  const file = join(process.env.DATA_DIR ?? '', 'mail.jsonl')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  return lines.map((line) => JSON.parse(line) as Mail).filter((mail) => mail.to === to)
}

/**
 * Waits until this many emails are stored for someone, and returns the newest one. Emails are sent after the response.
 */
export function newestMail(to: string, count = 1): Promise<Mail> {
  return vi.waitFor(
    () => {
      const mails = keptMails(to)
      const newest = mails.at(-1)
      if (!newest || mails.length < count) throw new Error(`${mails.length} mails were kept for ${to}`)
      return newest
    },
    { timeout: 30_000, interval: 5 },
  )
}

/** Returns the link in an email, as a path below `/api/auth`, or with its host if the link opens a page. */
export function linkIn(mail: Pick<Mail, 'text'> | undefined): string {
  const [link = ''] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
  return link.replace(/^https?:\/\/[^/]+\/api\/auth/, '')
}

/** Confirms an email in this browser, with the link that was emailed to it. */
export async function confirmByMail(browser: Browser, mail: Pick<Mail, 'text'>): Promise<void> {
  const { headers } = await browser.call(linkIn(mail))
  const token = new URL(headers.get('location') ?? '', home()).searchParams.get('token')
  expect((await browser.call('/confirm-email', { body: { token } })).status).toBe(200)
}

/** Waits for background work to finish, and returns every Redis key except attempt counters. */
export async function keySpace(): Promise<string[]> {
  await finishWork()
  const { redis } = await store()
  return (await redis.keys('*')).filter((key) => !key.startsWith('attempts:')).sort()
}

/** Turns an account with a password into an account that signed up with GitHub and has no password. */
export async function removePassword(accountId: string): Promise<void> {
  const { redis } = await store()
  const methods = `{${accountId}}:methods`
  const [row] = Object.values((await redis.hgetall<Record<string, object>>(methods)) ?? {})
  await redis.del(methods)
  const github = { ...row, id: `${accountId}:github:4711`, providerId: 'github', accountId: '4711', password: null }
  await redis.hset(methods, { 'github:4711': JSON.stringify(github) })
}
