import { describe, expect, test } from 'vitest'
import { AuthFault } from '@/components/sign-in/auth-call'
import { codeOf, nameOf, recoveryCodeOf } from '@/components/sign-in/form'

const form = (name: string, value: string) => {
  const data = new FormData()
  data.set(name, value)
  return data
}

describe('a code from an authenticator app', () => {
  test.each(['123456', ' 123 456 ', '123\u00a0456', '12 34 56'])('is read from %j', (typed) => {
    expect(codeOf(form('code', typed))).toBe('123456')
  })

  test.each(['', '12345', '1234567', '12345a', '123-456'])('is not read from %j', (typed) => {
    expect(() => codeOf(form('code', typed))).toThrow(AuthFault)
  })
})

describe('a recovery code', () => {
  test.each(['ab3de-fgh4j', 'AB3DE-FGH4J', ' ab3de fgh4j', 'ab3defgh4j'])('is read from %j', (typed) => {
    expect(recoveryCodeOf(form('recoveryCode', typed))).toBe('ab3de-fgh4j')
  })

  test.each(['', 'ab3de', 'ab3de-fgh4j-k', 'ab3de_fgh4j'])('is not read from %j', (typed) => {
    expect(() => recoveryCodeOf(form('recoveryCode', typed))).toThrow('ten letters and digits')
  })
})

test('a name is trimmed and rejected if it is blank', () => {
  expect(nameOf(form('name', ' Laptop '))).toBe('Laptop')
  expect(() => nameOf(form('name', '  '))).toThrow(AuthFault)
})
