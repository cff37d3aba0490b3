import { describe, expect, test } from 'vitest'
import { hasPath, readDataTree, textAt } from '@/server/places/links/map-link'

const paths = (text: string) => readDataTree(text).map(({ path, type, value }) => `${path}${type}${value}`)

describe('the counts in a link’s data place each field in the tree', () => {
  test('the link to a listing found by a search is read as nested fields', () => {
    expect(paths('!4m8!1m2!2m1!1sColonie!3m4!1s0x1:0x2!8m2!3d40.69!4d-73.99')).toEqual([
      '4m8',
      '4.1m2',
      '4.1.2m1',
      '4.1.2.1sColonie',
      '4.3m4',
      '4.3.1s0x1:0x2',
      '4.3.8m2',
      '4.3.8.3d40.69',
      '4.3.8.4d-73.99',
    ])
  })

  test('repeated and empty messages keep their order', () => {
    expect(paths('!4m5!1m0!1m1!1sa!1m1!1sb')).toEqual(['4m5', '4.1m0', '4.1m1', '4.1.1sa', '4.1m1', '4.1.1sb'])
  })

  test('a field after the end of a message is its sibling', () => {
    expect(paths('!3m1!4b1!4m2!3m1!1sx!9sy')).toEqual(['3m1', '3.4b1', '4m2', '4.3m1', '4.3.1sx', '9sy'])
  })
})

describe('values are decoded after the text is split', () => {
  test('an encoded “!” in a name does not split the name', () => {
    const tree = readDataTree('!1m2!1sA%26B%21C!2s0x1%3A0x2')
    expect(textAt(tree, '1.1')).toBe('A&B!C')
    expect(textAt(tree, '1.2')).toBe('0x1:0x2')
  })

  test('a fully encoded tree is read', () => {
    expect(textAt(readDataTree('%214m2%213m1%211s0x1%3A0x2'), '4.3.1')).toBe('0x1:0x2')
  })

  test('broken escapes leave the rest readable', () => {
    expect(textAt(readDataTree('!1s%E0%41'), '1')).toBe('%E0A')
  })
})

describe('malformed data never moves a field to another place', () => {
  test.each([
    ['a count beyond the end', '!4m99!3m98!1sx', ['4m99', '4.3m98', '4.3.1sx']],
    ['a child that promises more than its parent', '!4m2!3m9!1sx!1sy', ['4m2', '4.3m9', '4.3.1sx', '1sy']],
    ['a negative count', '!4m-1!3m1!1sx', ['4m-1']],
    ['a count that is no number', '!4mx!3m1!1sx', ['4mx']],
    ['a count that is broken', '!4m1 2!3m1!1sx', ['4m1 2']],
    ['a message that is broken', '!4m12!1 m6!3m5!1sx', ['4m12']],
    ['an encoded line break before a message', '!4m12!%0A1m6!3m5!1sx', ['4m12']],
    ['a name with a mark in it', '!4m3!2sYahoo!, Inc!1sx', ['4m3', '4.2sYahoo', '4.1sx']],
    ['an element that cannot be read', '!4m3!?!3m1!1sx', ['4m3', '4.3m1', '4.3.1sx']],
    ['an empty element', '!4m3!!3m1!1sx', ['4m3', '4.3m1', '4.3.1sx']],
    ['text before the first element', 'junk!1sx', ['1sx']],
    ['nothing', '', []],
    ['marks alone', '!!!', []],
  ])('%s', (_, text, expected) => {
    expect(paths(text)).toEqual(expected)
  })

  test('reading stops at messages nested deeper than in any link', () => {
    const tree = readDataTree(`${'!1m999'.repeat(500)}!1sx`)
    expect(hasPath(tree, '1.1.1')).toBe(true)
    expect(tree.length).toBeLessThan(20)
  })

  test('an integer is not read as text', () => {
    expect(textAt(readDataTree('!1m1!1i5'), '1.1')).toBeNull()
  })
})
