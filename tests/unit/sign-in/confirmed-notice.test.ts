import { expect, test } from 'vitest'
import { linkWithConfirmedNotice, withConfirmedNotice } from '@/server/features/sign-in/confirmed-notice'

test.each([
  ['/', '/?notice=email-confirmed'],
  ['/keys?welcome=growth', '/keys?welcome=growth&notice=email-confirmed'],
  ['/account?notice=email-confirmed#alerts', '/account?notice=email-confirmed#alerts'],
  ['https://pinref.example/keys', 'https://pinref.example/keys?notice=email-confirmed'],
])('the notice that the email is confirmed is added to %s exactly once', (address, withNotice) => {
  expect(withConfirmedNotice(address)).toBe(withNotice)
  expect(withConfirmedNotice(withNotice)).toBe(withNotice)
})

test('the link in a confirmation email opens a page with the notice', () => {
  const link = 'https://pinref.example/api/auth/verify-email?token=abc&callbackURL=%2Fsign-in%3Fnext%3D%252Fkeys'
  const { searchParams, pathname } = new URL(linkWithConfirmedNotice(link))
  expect(pathname).toBe('/api/auth/verify-email')
  expect(searchParams.get('token')).toBe('abc')
  expect(searchParams.get('callbackURL')).toBe('/sign-in?next=%2Fkeys&notice=email-confirmed')
})
