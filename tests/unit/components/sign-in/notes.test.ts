import { expect, test } from 'vitest'
import { errorWords, noticeWords } from '@/components/sign-in/notes'

test('unknown words in the page’s address are never shown as an error or a notice', () => {
  expect(errorWords('Call 0900 12345')).toBe('That sign-in didn’t work. Try again.')
  expect(errorWords('constructor')).toBe('That sign-in didn’t work. Try again.')
  expect(noticeWords('Your computer is infected')).toBeNull()
  expect(noticeWords('toString')).toBeNull()
})

test('the page shows no error or notice if its address has none', () => {
  expect(errorWords(undefined)).toBeNull()
  expect(noticeWords(undefined)).toBeNull()
})
