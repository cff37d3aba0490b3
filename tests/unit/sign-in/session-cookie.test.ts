import { expect, test } from 'vitest'
import { hasSessionCookie } from '@/server/features/sign-in/signatures'

const sent = (cookie: string) => hasSessionCookie(new Headers({ cookie }))

test('a session cookie is recognized on http and https, alone or among other cookies', () => {
  expect(sent('pinref.session_token=abc.def')).toBe(true)
  expect(sent('theme=dark; __Secure-pinref.session_token=abc')).toBe(true)
})

test('no other cookie is mistaken for a session cookie', () => {
  expect(hasSessionCookie(new Headers())).toBe(false)
  expect(sent('pinref.session_data=abc; notpinref.session_token=abc; xpinref.session_token=1')).toBe(false)
})
