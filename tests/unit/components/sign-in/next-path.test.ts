import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextPath, withQuery } from '@/components/sign-in/next-path'

describe('the path to open after sign-in', () => {
  test.each(['/', '/account', '/keys?welcome=growth', '/docs/errors/invalid_cid#what', '/pricing?plan=scale&x=%2F'])(
    '%s is accepted',
    (path) => {
      expect(nextPath(path)).toBe(path)
    },
  )

  test.each([
    '',
    'account',
    'https://elsewhere.example/',
    '//elsewhere.example',
    '///elsewhere.example',
    '/\\elsewhere.example',
    '\\\\elsewhere.example',
    '/\t/elsewhere.example',
    '/\n/elsewhere.example',
    ' //elsewhere.example',
    '/.//elsewhere.example',
    '/a/..//elsewhere.example',
    '/%2e//elsewhere.example',
    'javascript:alert(1)',
  ])('%j is rejected', (text) => {
    expect(nextPath(text)).toBeNull()
  })

  test('no path is opened by default', () => {
    expect(nextPath(undefined)).toBeNull()
    expect(nextPath(null)).toBeNull()
  })

  test('no text can send a browser to another site', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '\t',
      '@',
      ':',
      '?',
      '#',
      '%2e',
      '%2f',
      'http:',
      'elsewhere.example',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const path = nextPath(pieces.join(''))
        if (path !== null) expect(new URL(path, 'https://pinref.example').origin).toBe('https://pinref.example')
      }),
      { numRuns: 2_000 },
    )
  })
})

test('a link carries the next path in its query only if it has one', () => {
  expect(withQuery('/sign-in', { next: '/keys?welcome=growth' })).toBe('/sign-in?next=%2Fkeys%3Fwelcome%3Dgrowth')
  expect(withQuery('/sign-in', { next: null })).toBe('/sign-in')
})
