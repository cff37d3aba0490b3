import { expect, test } from 'vitest'
import { operatorStanding } from '@/server/accounts/operators'

const operators = ['Ops@Example.com']

test('an operator is known by a confirmed e-mail, however it is spelled', () => {
  expect(operatorStanding({ email: 'ops@example.com', emailVerified: true }, operators)).toBe('operator')
})

test('whoever signs up with an operator’s e-mail without owning it sees nothing', () => {
  expect(operatorStanding({ email: 'ops@example.com', emailVerified: false }, operators)).toBe('unconfirmed')
})

test('nobody else is one, and with none named nobody is', () => {
  expect(operatorStanding({ email: 'x.ops@example.com', emailVerified: true }, operators)).toBe('none')
  expect(operatorStanding({ email: 'ops@example.com', emailVerified: true }, [])).toBe('none')
})
