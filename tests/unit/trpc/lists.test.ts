import { expect, test } from 'vitest'
import { pageOf } from '@/server/entrances/trpc/wire'

const entry = (id: string, created: number) => ({ id, created })
const entries = [entry('b', 7), entry('c', 9), entry('a', 7), entry('d', 7), entry('e', 1)]

/** Reads all pages; `change` may change the list between pages. */
function readAll(limit: string, change = (list: typeof entries) => list) {
  const pages: string[][] = []
  let list = entries
  for (let after: string | undefined; ; ) {
    const { page, next } = pageOf(list, { limit, after })
    pages.push(page.map(({ id }) => id))
    if (next === null) return pages
    after = next
    list = change(list)
  }
}

test.each([
  ['1', [['c'], ['a'], ['b'], ['d'], ['e']]],
  ['2', [['c', 'a'], ['b', 'd'], ['e']]],
  ['5', [['c', 'a', 'b', 'd', 'e']]],
])('pages of %s have each entry once, newest first', (limit, pages) => {
  expect(readAll(limit)).toEqual(pages)
})

test('a list that changes between two pages has each remaining entry once', () => {
  const withoutRead = readAll('2', (list) => list.filter(({ id }) => id !== 'a'))
  expect(withoutRead).toEqual([['c', 'a'], ['b', 'd'], ['e']])
  const withNew = readAll('2', (list) => [entry('new', 99), ...list])
  expect(withNew).toEqual([['c', 'a'], ['b', 'd'], ['e']])
})

test('an empty list has one page', () => {
  expect(pageOf([], {})).toEqual({ page: [], next: null })
})
