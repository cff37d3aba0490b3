import { expect, test } from 'vitest'
import { operatorStatus } from '@/server/features/sign-in/session'

const operators = ['Ops@Example.com']

test('an operator is recognized by a confirmed email, in upper or lower case', () => {
  expect(operatorStatus({ email: 'ops@example.com', emailVerified: true }, operators)).toBe('operator')
})

test('an account with an operator’s email is not an operator until the email is confirmed', () => {
  expect(operatorStatus({ email: 'ops@example.com', emailVerified: false }, operators)).toBe('unconfirmed')
})

test('an account with another email is not an operator, nor is any account if no operators are set', () => {
  expect(operatorStatus({ email: 'x.ops@example.com', emailVerified: true }, operators)).toBe('none')
  expect(operatorStatus({ email: 'ops@example.com', emailVerified: true }, [])).toBe('none')
})
