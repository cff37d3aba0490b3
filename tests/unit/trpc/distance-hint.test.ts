import { describe, expect, test } from 'vitest'
import { distanceHint } from '@/server/entrances/trpc/operator/setup-hints'
import { roundTripMs } from '@/server/platform/store/round-trip'

const onVercel = { VERCEL: '1', VERCEL_REGION: 'iad1' }

/** Returns the reported round trip, and how many of these were measured. */
async function reportOf(roundTrips: readonly number[]) {
  let measured = 0
  const shortest = await roundTripMs(async () => roundTrips[measured++] ?? Number.NaN)
  return { shortest, measured }
}

describe('the hint that the functions are far from the store', () => {
  test('names the region of the functions, and the round trip', () => {
    const [hint] = distanceHint(85, onVercel)
    expect(hint).toContain('85 ms')
    expect(hint).toContain('iad1')
    expect(distanceHint(85, { VERCEL: '1', VERCEL_REGION: undefined })[0]).not.toContain('undefined')
  })

  test('is not shown for a store in the same region', () => {
    expect(distanceHint(19, onVercel)).toEqual([])
  })

  test('is not shown off Vercel, which has no region to select', () => {
    expect(distanceHint(85, { VERCEL: undefined, VERCEL_REGION: undefined })).toEqual([])
  })
})

describe('the reported round trip', () => {
  test('is short if only opening the connection took long', async () => {
    expect(await reportOf([240, 4, 5, 4, 6])).toEqual({ shortest: 4, measured: 2 })
  })

  test('is the shortest of five if all are long', async () => {
    expect(await reportOf([240, 90, 85, 130, 88])).toEqual({ shortest: 85, measured: 5 })
  })
})
