import { expect, test } from 'vitest'
import { isOnPage, pagesFor } from '@/components/site/pages'

const names = (signedIn: boolean) => pagesFor(signedIn).map(({ name }) => name)

test('whoever is signed in finds keys, usage and account; everybody else the way to sign in', () => {
  expect(names(true)).toEqual(['Look up', 'Bulk', 'Pricing', 'Docs', 'Keys', 'Usage', 'Account'])
  expect(names(false)).toEqual(['Look up', 'Bulk', 'Pricing', 'Docs', 'Sign in'])
})

test('a page below another is marked as part of it, and one that only begins alike is not', () => {
  const docs = { href: '/docs', name: 'Docs' }
  expect(isOnPage('/docs/errors/invalid_cid', docs)).toBe(true)
  expect(isOnPage('/docsy', docs)).toBe(false)
  expect(isOnPage('/docs', { href: '/', name: 'Look up' })).toBe(false)
})
