import { expect, test } from 'vitest'
import { isOnPage } from '@/components/site/on-page'
import { pagesFor } from '@/components/site/pages'

const names = (signedIn: boolean) => {
  const { pages, own } = pagesFor(signedIn)
  return { pages: pages.map(({ name }) => name), own: own.map(({ name }) => name) }
}

test('the header links to keys, account, and usage for a signed-in user, and to sign-in and a key for a visitor', () => {
  expect(names(true)).toEqual({ pages: ['Look up', 'Bulk', 'Keys', 'Docs'], own: ['Account', 'Usage', 'Pricing'] })
  expect(names(false)).toEqual({
    pages: ['Look up', 'Bulk', 'Pricing', 'Docs', 'Sign in', 'Get an API key'],
    own: [],
  })
})

test('a header link is current on the pages below its own, but not on a path that only shares its prefix', () => {
  const docs = { href: '/docs', name: 'Docs' }
  expect(isOnPage('/docs/errors/invalid_cid', docs)).toBe(true)
  expect(isOnPage('/docsy', docs)).toBe(false)
  expect(isOnPage('/docs', { href: '/' })).toBe(false)
})
