import { describe, expect, test } from 'vitest'
import { HeldBytes } from '@/server/runtime/bounded-body'

const refused = expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 5 })

describe('the bytes of large request bodies that a process holds', () => {
  test('are limited per network and per account until the calls get a response', () => {
    const held = new HeldBytes({ all: 100, each: 20 })
    const release = held.reserve(15, ['network 1', 'account a'])
    expect(() => held.reserve(6, ['network 1', 'account b'])).toThrow(refused)
    expect(() => held.reserve(6, ['network 2', 'account a'])).toThrow(refused)
    held.reserve(20, ['network 2', 'account b'])
    release()
    release()
    held.reserve(20, ['network 1', 'account a'])
    expect(() => held.reserve(1, ['network 1', 'account c'])).toThrow(refused)
  })

  test('are limited in total, and rejected bodies are not held', () => {
    const held = new HeldBytes({ all: 30, each: 20 })
    const release = held.reserve(20, ['network 1', 'account a'])
    for (let time = 0; time < 3; time++) expect(() => held.reserve(11, ['network 2', 'account b'])).toThrow(refused)
    held.reserve(10, ['network 2', 'account b'])
    expect(() => held.reserve(1, ['network 3', 'account c'])).toThrow(refused)
    release()
    held.reserve(20, ['network 3', 'account c'])
  })
})
