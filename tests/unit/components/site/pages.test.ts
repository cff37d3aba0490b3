import { expect, test } from 'vitest'
import { isOnPage, pagesFor } from '@/components/site/pages'

const names = (signedIn: boolean) => {
  const { pages, own } = pagesFor(signedIn)
  return { pages: pages.map(({ name }) => name), own: own.map(({ name }) => name) }
}

test('a signed-in user finds keys, account and usage; a visitor the way to sign in and to a key', () => {
  expect(names(true)).toEqual({ pages: ['Look up', 'Bulk', 'Keys', 'Docs'], own: ['Account', 'Usage', 'Pricing'] })
  expect(names(false)).toEqual({
    pages: ['Look up', 'Bulk', 'Pricing', 'Docs', 'Sign in', 'Get an API key'],
    own: [],
  })
})

test('a page below another is marked as part of it, one that only shares a prefix is not', () => {
  const docs = { href: '/docs', name: 'Docs' }
  expect(isOnPage('/docs/errors/invalid_cid', docs)).toBe(true)
  expect(isOnPage('/docsy', docs)).toBe(false)
  expect(isOnPage('/docs', { href: '/', name: 'Look up' })).toBe(false)
})
