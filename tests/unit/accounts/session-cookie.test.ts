import { expect, test } from 'vitest'
import { hasSessionCookie } from '@/server/accounts/session-cookie'

const sent = (cookie: string) => hasSessionCookie(new Headers({ cookie }))

test('a session’s cookie is known on http and https, among others', () => {
  expect(sent('pinref.session_token=abc.def')).toBe(true)
  expect(sent('theme=dark; __Secure-pinref.session_token=abc')).toBe(true)
})

test('any other cookie costs the store nothing', () => {
  expect(hasSessionCookie(new Headers())).toBe(false)
  expect(sent('pinref.session_data=abc; notpinref.session_token=abc; xpinref.session_token=1')).toBe(false)
})
