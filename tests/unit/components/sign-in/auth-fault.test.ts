import { describe, expect, test } from 'vitest'
import { faultOf, isSessionEnded } from '@/components/sign-in/auth-call'

const messageOf = (status: number, body: unknown, retryAfter: string | null = null) => {
  const { detail, field } = faultOf(status, body, retryAfter)
  return { detail, field }
}

describe('the error in a sign-in form', () => {
  test('a field’s error is shown at that field', () => {
    expect(messageOf(401, { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'x' }).field).toBe('password')
    expect(messageOf(422, { code: 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL', message: 'x' }).field).toBe('email')
    for (const code of ['PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON', 'PASSWORD_LIKE_EMAIL']) {
      expect(messageOf(400, { code, message: 'x' }).field).toBe('newPassword')
    }
    expect(messageOf(400, { code: 'VALIDATION_ERROR', message: '[body.email] Invalid email address' }).field).toBe(
      'email',
    )
  })

  test.each([
    ['1', 'in one second'],
    ['42', 'in 42 seconds'],
    ['600', 'in 10 minutes'],
    [null, 'in a minute'],
    ['soon', 'in a minute'],
  ])('says when to try again after too many attempts: Retry-After %s', (retryAfter, words) => {
    expect(messageOf(429, { message: 'Too many requests.' }, retryAfter)).toEqual({
      detail: `Too many attempts. Try again ${words}.`,
      field: null,
    })
  })

  test('says when to try again if too many people are signing in', () => {
    expect(messageOf(429, { code: 'TOO_MANY_SIGN_INS', message: 'x' }, '5')).toEqual({
      detail: 'Too many sign-in attempts right now. Try again in 5 seconds.',
      field: null,
    })
  })

  test('a 401 counts as an expired session, unless the password is wrong', () => {
    expect(isSessionEnded(faultOf(401, { message: 'Unauthorized' }, null))).toBe(true)
    expect(isSessionEnded(faultOf(401, { code: 'UNAUTHORIZED', message: 'Unauthorized' }, null))).toBe(true)
    expect(isSessionEnded(faultOf(401, { code: 'INVALID_EMAIL_OR_PASSWORD' }, null))).toBe(false)
  })

  test('a problem’s detail is shown unchanged', () => {
    expect(messageOf(500, { code: 'store_unavailable', detail: 'Accounts cannot be reached.' }).detail).toBe(
      'Accounts cannot be reached.',
    )
  })

  test.each([null, 'oops', 7, [], { message: 'some words of a library' }])(
    'the response %j is replaced by a general message',
    (body) => {
      expect(messageOf(500, body).detail).toBe('Something went wrong on our side. Try again in a moment.')
    },
  )
})
