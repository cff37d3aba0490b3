import { expect, test } from 'vitest'
import { errorWords, noticeWords } from '@/components/sign-in/notices'

test('words that somebody put into the address are never shown', () => {
  expect(errorWords('Call 0900 12345')).toBe('That sign-in didn’t work. Try again.')
  expect(errorWords('constructor')).toBe('That sign-in didn’t work. Try again.')
  expect(noticeWords('Your computer is infected')).toBeNull()
  expect(noticeWords('toString')).toBeNull()
})

test('without an error nothing is said', () => {
  expect(errorWords(undefined)).toBeNull()
  expect(noticeWords(undefined)).toBeNull()
})
