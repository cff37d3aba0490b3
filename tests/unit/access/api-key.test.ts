import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  accountOfKey,
  accountOfKeyStart,
  createKeyText,
  isTestKey,
  keyHash,
  randomBase62,
  startOfKey,
} from '@/server/metering/access/api-key'

const account = 'AbCdEfGh01234567'

describe('an API key', () => {
  test('identifies its account and can be selected with a double-click', () => {
    const key = createKeyText(account)
    expect(accountOfKey(key)).toBe(account)
    expect(key).toMatch(/^\w{52}$/)
    expect(key.startsWith('pr_live_')).toBe(true)
  })

  test('shows whether it is a test key, and is invalid if its prefix is changed', () => {
    const key = createKeyText(account, true)
    expect(key).toMatch(/^pr_test_[0-9A-Za-z]{44}$/)
    expect([accountOfKey(key), accountOfKeyStart(key.slice(0, 28))]).toEqual([account, account])
    expect([isTestKey(key), isTestKey(createKeyText(account))]).toEqual([true, false])
    expect(accountOfKey(key.replace('pr_test_', 'pr_live_'))).toBeNull()
  })

  test('never repeats', () => {
    expect(new Set(Array.from({ length: 1000 }, () => createKeyText(account))).size).toBe(1000)
  })

  test('is invalid if any character is changed', () => {
    const key = createKeyText(account)
    for (let at = 0; at < key.length; at++) {
      const changed = key.slice(0, at) + (key[at] === 'x' ? 'y' : 'x') + key.slice(at + 1)
      expect(accountOfKey(changed)).toBeNull()
    }
  })

  test('is invalid if its length or alphabet is wrong', () => {
    const key = createKeyText(account)
    for (const wrong of [
      '',
      'pr_live_',
      key.slice(1),
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      key.toUpperCase(),
    ]) {
      expect(accountOfKey(wrong)).toBeNull()
    }
    expect(accountOfKey(`pr_live_${'é'.repeat(44)}`)).toBeNull()
    fc.assert(fc.property(fc.string(), (text) => accountOfKey(text) === null))
    fc.assert(fc.property(fc.string(), (text) => accountOfKey(`pr_live_${text}`) === null))
  })

  test('identifies its account by its first 24 characters', () => {
    const key = createKeyText(account)
    for (const length of [24, 28, 52]) expect(accountOfKeyStart(key.slice(0, length))).toBe(account)
    for (const text of [key.slice(0, 23), key.slice(1), ` ${key}`, '', 'pr_live_', account]) {
      expect(accountOfKeyStart(text)).toBeNull()
    }
  })

  test('is hashed with the pepper, and only its first 28 characters are shown', () => {
    const key = createKeyText(account)
    expect(keyHash(key, 'one')).not.toBe(keyHash(key, 'two'))
    expect(keyHash(key, 'one')).toMatch(/^[\w-]{43}$/)
    expect(startOfKey(key)).toBe(key.slice(0, 28))
  })

  test('random text uses the whole alphabet uniformly', () => {
    const counts = new Map<string, number>()
    for (const character of randomBase62(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1)
    expect(counts.size).toBe(62)
    // Six standard deviations of a fair draw: 1,000 ± 190.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(190)
  })
})
