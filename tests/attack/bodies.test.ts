import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeyText, randomBase62 } from '@/server/access/api-key'
import { createKey } from '@/server/access/key-store'
import { sendLongBodies } from './bodies'
import { watched } from './memory'
import { probeDuring } from './probe'
import { startTarget, type Target } from './target'

let target: Target
let probeKey: string

beforeAll(async () => {
  target = await startTarget()
  probeKey = (await target.account('probe', 'unlimited')).keys[0]?.key ?? ''
  await target.warmUp()
})
afterAll(() => target.stop())

const network = (index: number) => `x-forwarded-for: 10.${index % 200}.0.1`

/** Sends long bodies over 300 connections and returns the effect on another caller and server memory. */
async function attacked(headersOf: (connection: number) => string[], isWhole: boolean) {
  const attack = { connections: 300, ms: 10_000, isWhole, headersOf }
  const figures = await watched(target.app, () =>
    probeDuring(target.url, probeKey, () => sendLongBodies(target, attack)),
  )
  const { result, ...memory } = figures
  console.log(JSON.stringify({ ...memory, ...result }))
  return figures
}

describe('300 connections with bodies of 4 MiB do not affect memory or other callers', () => {
  test.each([true, false])('if their keys are invented (whole: %s)', async (isWhole) => {
    const figures = await attacked(
      (index) => [`x-api-key: ${createKeyText(randomBase62(16))}`, network(index)],
      isWhole,
    )
    expect(figures.peakMb - figures.beforeMb).toBeLessThan(100)
    expect(figures.afterMb - figures.beforeMb).toBeLessThan(100)
    expect(figures.result.ratio).toBeLessThan(3)
  })

  test.each([true, false])('if they all use the same test key (whole: %s)', async (isWhole) => {
    const { accountId } = await target.account('uploader', 'starter')
    const { key } = await createKey(accountId ?? '', 'Test', null, { test: true })
    const figures = await attacked((index) => [`x-api-key: ${key}`, network(index)], isWhole)
    expect(figures.afterMb - figures.beforeMb).toBeLessThan(100)
    expect(figures.result.ratio).toBeLessThan(3)
  })

  test.each([true, false])('if their keys belong to 300 accounts (whole: %s)', async (isWhole) => {
    const accounts = await Promise.all(
      Array.from({ length: 300 }, (_, index) => target.account(`many${index}`, 'starter')),
    )
    const keys = accounts.map(({ keys: [first] }) => first?.key ?? '')
    const figures = await attacked((index) => [`x-api-key: ${keys[index % 300]}`, network(index)], isWhole)
    expect(figures.afterMb - figures.beforeMb).toBeLessThan(100)
    expect(figures.result.ratio).toBeLessThan(3)
  })
})
