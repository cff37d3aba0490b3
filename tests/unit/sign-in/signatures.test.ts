import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { presentCookies, presentToken, signedCookie } from '@/server/features/sign-in/signatures'

const present = 'the present secret, of good length'
const other = 'another secret that is accepted too'
Object.assign(process.env, { AUTH_SECRET: present, OTHER_AUTH_SECRETS: `${'x'.repeat(32)}, ${other}` })

const sign = (text: string, secret: string, encoding: 'base64' | 'base64url') =>
  `${text}.${createHmac('sha256', secret).update(text).digest(encoding)}`
const cookie = (secret: string, value = 'A1b2.token') => encodeURIComponent(sign(value, secret, 'base64'))
const header = (text: string) => new Headers({ cookie: text })

describe('Pinref’s own cookie', () => {
  test.each(['pinref.session_token', '__Secure-pinref.known_browser'])(
    '%s is signed again with the current secret if another accepted secret signed it',
    (name) => {
      expect(presentCookies(header(`${name}=${cookie(other)}`))).toBe(`${name}=${cookie(present)}`)
    },
  )

  test('is unchanged if the current secret signed it, or no accepted secret did', () => {
    for (const value of [
      cookie(present),
      cookie('a secret of somebody else, long enough'),
      'unsigned',
      '%E0%A4%A',
      '',
    ]) {
      expect(presentCookies(header(`pinref.session_token=${value}`))).toBe(`pinref.session_token=${value}`)
    }
  })
})

describe('the value of a signed cookie', () => {
  const name = 'pinref.session_token'
  const valueIn = (text: string) => signedCookie(header(text), name, present)

  test('is read if the current secret or another accepted one signed it', () => {
    expect(valueIn(`theme=dark;${name}=${cookie(present)}; x=y`)).toBe('A1b2.token')
    expect(valueIn(`x${name}=${cookie(present, 'not-this')}; ${name}=${cookie(other)}`)).toBe('A1b2.token')
  })

  test('is not read from a cookie that no accepted secret signed, or that has another name', () => {
    const stranger = cookie('a secret of somebody else, long enough')
    const changed = cookie(present).replace('A1b2', 'A1b3')
    for (const value of [stranger, changed, cookie(present).slice(0, -4), '.', 'A1b2.token', '%E0%A4%A', '']) {
      expect(valueIn(`${name}=${value}`)).toBeNull()
    }
    expect(valueIn(`__Secure-${name}=${cookie(present)}`)).toBeNull()
    expect(signedCookie(new Headers(), name, present)).toBeNull()
  })
})

test('cookies that are not Pinref’s are unchanged', () => {
  const text = `theme=dark; other=${cookie(other)}; pinref_not=${cookie(other)}; empty=; a=b=c`
  expect(presentCookies(header(text))).toBe(text)
  expect(presentCookies(new Headers())).toBe('')
})

test('the token in an emailed link is signed again with the current secret if another accepted secret signed it', () => {
  const content = 'eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImFAZXhhbXBsZS5jb20ifQ'
  expect(presentToken(sign(content, other, 'base64url'))).toBe(sign(content, present, 'base64url'))
  for (const token of [sign(content, present, 'base64url'), `${content}.forged`, 'reset-token', '', '.']) {
    expect(presentToken(token)).toBe(token)
  }
})
