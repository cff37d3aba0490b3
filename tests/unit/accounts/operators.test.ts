import { expect, test } from 'vitest'
import { operatorStatus } from '@/server/accounts/operators'

const operators = ['Ops@Example.com']

test('an operator is known by a confirmed email, however it is spelled', () => {
  expect(operatorStatus({ email: 'ops@example.com', emailVerified: true }, operators)).toBe('operator')
})

test('a stranger who signs up with an operator’s email sees nothing', () => {
  expect(operatorStatus({ email: 'ops@example.com', emailVerified: false }, operators)).toBe('unconfirmed')
})

test('nobody else is an operator, and without names nobody is', () => {
  expect(operatorStatus({ email: 'x.ops@example.com', emailVerified: true }, operators)).toBe('none')
  expect(operatorStatus({ email: 'ops@example.com', emailVerified: true }, [])).toBe('none')
})
