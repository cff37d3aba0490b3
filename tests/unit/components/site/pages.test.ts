import { expect, test } from 'vitest'
import { isOnPage, pagesFor } from '@/components/site/pages'

const names = (signedIn: boolean) => pagesFor(signedIn).map(({ name }) => name)

test('a signed-in user finds keys, usage and account; a visitor the way to sign in and to a key', () => {
  expect(names(true)).toEqual(['Look up', 'Bulk', 'Pricing', 'Docs', 'Keys', 'Usage', 'Account'])
  expect(names(false)).toEqual(['Look up', 'Bulk', 'Pricing', 'Docs', 'Sign in', 'Get an API key'])
})

test('a page below another is marked as part of it, one that only shares a prefix is not', () => {
  const docs = { href: '/docs', name: 'Docs' }
  expect(isOnPage('/docs/errors/invalid_cid', docs)).toBe(true)
  expect(isOnPage('/docsy', docs)).toBe(false)
  expect(isOnPage('/docs', { href: '/', name: 'Look up' })).toBe(false)
})
