import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { PinrefError } from '@/server/platform/problems/errors'
import { HeldBytes, maxHeldBytes, minBytesPerSecond, paceMs } from '@/server/platform/runtime/held-bytes'

const mebibyte = 1024 * 1024
const { small } = maxHeldBytes
const refused = expect.objectContaining({ code: 'too_many_requests', retryAfterSeconds: 5 })

/** Opens an upload, and records the code of the error with which it is dropped. */
function open(held: HeldBytes, network: string, account: string) {
  const dropped: string[] = []
  const upload = held.open({ network, account }, ({ code }: PinrefError) => dropped.push(code))
  return { upload, dropped, add: (bytes: number) => upload.add(bytes) }
}

describe('the bytes of large request bodies that a process holds', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'performance'] })
  })
  afterEach(() => vi.useRealTimers())

  test('count when they arrive, so bodies that are only announced take no room', () => {
    const held = new HeldBytes()
    for (let index = 0; index < 1_000; index++) open(held, `network ${index}`, `account ${index}`)
    for (const account of ['a', 'b', 'c']) open(held, account, account).add(8 * mebibyte)
  })

  test('are limited per account until the calls get a response', () => {
    const held = new HeldBytes()
    const first = open(held, '1', 'a')
    first.add(4 * mebibyte)
    const second = open(held, '1', 'a')
    expect(() => second.add(4 * mebibyte + 1)).toThrow(refused)
    second.add(mebibyte)
    first.upload.release()
    first.upload.release()
    open(held, '1', 'a').add(7 * mebibyte)
    expect(first.dropped).toEqual([])
  })

  test('are shared by the networks of visitors, who count as one account', () => {
    const held = new HeldBytes()
    const large = open(held, '1', 'visitors')
    large.add(7 * mebibyte)
    const small = open(held, '2', 'visitors')
    small.add(mebibyte)
    vi.advanceTimersByTime(60_000)
    open(held, '3', 'visitors').add(64 * 1024)
    expect([large, small].map(({ dropped }) => dropped)).toEqual([['too_many_requests'], []])
  })

  test('leave room for accounts that hold little, even if no upload can be dropped', () => {
    const held = new HeldBytes()
    for (const account of ['a', 'b', 'c', 'd']) {
      const { upload, add } = open(held, account, account)
      add(7 * mebibyte)
      upload.complete()
      upload.process()
    }
    vi.advanceTimersByTime(60_000)
    const large = open(held, '5', 'large')
    large.add(small)
    expect(() => large.add(1)).toThrow(refused)
    for (let index = 0; index < 15; index++) open(held, `6${index}`, `small ${index}`).add(small)
    expect(() => open(held, '7', 'late')).toThrow(refused)
  })

  test('are dropped for others if they arrive slowest and their account holds more than its share', () => {
    const held = new HeldBytes()
    const tiny = open(held, '0', 'tiny')
    tiny.add(1)
    const slow = open(held, '1', 'slow')
    slow.add(small)
    vi.advanceTimersByTime(60_000)
    slow.add(6.5 * mebibyte)
    const fast = ['2', '3', '4'].map((account) => open(held, account, account))
    for (const { add } of fast) add(7 * mebibyte)
    vi.advanceTimersByTime(1_000)
    const late = open(held, '5', 'late')
    late.add(6 * mebibyte)
    vi.advanceTimersByTime(1_000)
    expect(() => late.add(2 * mebibyte), 'no other upload is slow').toThrow(refused)
    expect([tiny, slow, ...fast, late].map(({ dropped }) => dropped)).toEqual([
      [],
      ['too_many_requests'],
      [],
      [],
      [],
      [],
    ])
  })

  test('are dropped for an account that holds little even if they arrive fast, but only after two seconds', () => {
    const held = new HeldBytes()
    const waiting = ['1', '2', '3', '4'].map((account) => open(held, account, account))
    for (const { upload, add } of waiting) {
      add(7 * mebibyte)
      upload.complete()
    }
    for (let index = 0; index < 16; index++) open(held, `5${index}`, `small ${index}`).add(small)
    vi.advanceTimersByTime(1_999)
    expect(() => open(held, '6', 'late')).toThrow(refused)
    vi.advanceTimersByTime(1)
    open(held, '6', 'late').add(small)
    expect(waiting.flatMap(({ dropped }) => dropped)).toEqual(['too_many_requests'])
  })

  test('are limited per network, where they make room for its other accounts', () => {
    const held = new HeldBytes()
    const large = open(held, '1', 'large')
    large.add(8 * mebibyte)
    vi.advanceTimersByTime(2_000)
    open(held, '1', 'other').add(small)
    expect(large.dropped).toEqual(['too_many_requests'])
    open(held, '2', 'large').add(8 * mebibyte)
  })

  test('end with 408 if too few of them arrive, but not during the first seconds, and not after the last byte', async () => {
    const held = new HeldBytes()
    const perCheck = (minBytesPerSecond * paceMs) / 1_000
    const enough = open(held, '1', 'enough')
    const slow = open(held, '2', 'slow')
    const idle = open(held, '3', 'idle')
    const complete = open(held, '4', 'complete')
    complete.upload.complete()
    const all = [enough, slow, idle, complete]
    const pass = async () => {
      vi.advanceTimersByTime(paceMs)
      await turn()
    }
    await pass()
    expect(all.flatMap(({ dropped }) => dropped)).toEqual([])
    enough.add(perCheck)
    slow.add(perCheck - 1)
    await pass()
    await pass()
    expect(all.map(({ dropped }) => dropped)).toEqual([['body_too_slow'], ['body_too_slow'], ['body_too_slow'], []])
  })
})
