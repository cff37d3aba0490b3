import { scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { mailMode } from '@/server/features/mail/mode'
import { createAuth } from '@/server/features/sign-in/auth'
import { passkeyHost, signInOptions } from '@/server/features/sign-in/sign-in-options'
import { readEnv } from '@/server/platform/settings/env'

describe('email', () => {
  test.each([
    ['http://localhost:3000', 'kept'],
    ['http://127.0.0.1:8080', 'kept'],
    ['http://[::1]:3000', 'kept'],
    ['http://pinref.localhost', 'kept'],
    ['https://pinref.example', 'off'],
    ['http://192.168.1.5:3000', 'off'],
    ['http://localhost.example', 'off'],
    ['http://127.0.0.1.example', 'off'],
  ])('with APP_URL %s is %s without a mail server, and sent with a mail server', (APP_URL, mode) => {
    expect(mailMode(readEnv({ APP_URL }))).toBe(mode)
    expect(mailMode(readEnv({ APP_URL, SMTP_URL: 'smtp://mail.example' }))).toBe('smtp')
  })
})

test.each([
  ['https://pinref.example', 'pinref.example'],
  ['http://localhost:3000', 'localhost'],
  ['http://127.0.0.1:3000', null],
  ['http://192.168.1.5:3000', null],
  ['http://[::1]:3000', null],
])('the passkey host for %s is %s', (APP_URL, host) => {
  expect(passkeyHost(readEnv({ APP_URL }))).toBe(host)
})

describe('the sign-in page', () => {
  test('offers no providers and no password reset if neither providers nor email are set up', () => {
    const nothing = { providers: [], passwordReset: false, confirmFirst: false, passkeyHost: 'pinref.example' }
    expect(signInOptions(readEnv({ APP_URL: 'https://pinref.example' }))).toEqual(nothing)
  })

  test('offers the providers and email features that are set up', () => {
    const variables = {
      GITHUB_CLIENT_ID: 'a',
      GITHUB_CLIENT_SECRET: 'b',
      GOOGLE_CLIENT_ID: 'c',
      GOOGLE_CLIENT_SECRET: 'd',
    }
    const all = {
      providers: ['github', 'google'],
      passwordReset: true,
      confirmFirst: true,
      passkeyHost: 'pinref.example',
    }
    expect(
      signInOptions(readEnv({ ...variables, APP_URL: 'https://pinref.example', SMTP_URL: 'smtps://mail.example' })),
    ).toEqual(all)
  })
})

describe('the sign-in settings', () => {
  test.each([
    [{ GITHUB_CLIENT_ID: 'a' }, 'GITHUB_CLIENT_SECRET'],
    [{ GITHUB_CLIENT_SECRET: 'a' }, 'GITHUB_CLIENT_ID'],
    [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_SECRET'],
    [{ GOOGLE_CLIENT_SECRET: 'a' }, 'GOOGLE_CLIENT_ID'],
    [{ AUTH_SECRET: 'x'.repeat(31) }, 'AUTH_SECRET'],
    [{ VERCEL: '1' }, 'AUTH_SECRET'],
    [{ SMTP_URL: 'mail.example' }, 'SMTP_URL'],
    [{ MAIL_FROM: 'Pinref' }, 'MAIL_FROM'],
  ])('are rejected with %o, and the error mentions %s', (variables, name) => {
    expect(() => readEnv(variables)).toThrow(`  ${name} `)
  })

  test('are accepted with a long AUTH_SECRET, a mail server, and a sender', () => {
    const variables = {
      AUTH_SECRET: 'x'.repeat(32),
      SMTP_URL: 'smtp://user:secret@mail.example:587',
      MAIL_FROM: 'Pinref <hi@pinref.example>',
    }
    expect(readEnv(variables)).toMatchObject(variables)
  })
})

test('passwords are hashed with scrypt, with N = 2^14 and r = 16, so that each guess at a stolen hash is slow', async () => {
  const { password } = await createAuth(readEnv({ AUTH_SECRET: 'x'.repeat(32) })).$context
  const [salt = '', hash] = (await password.hash('correct horse battery')).split(':')
  const cost = { N: 2 ** 14, r: 16, p: 1, maxmem: 2 ** 26 }
  expect(hash).toBe(scryptSync('correct horse battery', salt, 64, cost).toString('hex'))
})
