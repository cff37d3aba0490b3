import { expect, test } from 'vitest'
import type { Sample } from '../../soak/sample'
import { trendsOf } from '../../soak/trend'

/** Returns an hour of samples, one per minute, in which only the memory varies. */
const hour = (residentMb: (minute: number) => number): Sample[] =>
  Array.from({ length: 60 }, (_, minute) => ({
    minute,
    processes: [],
    residentMb: residentMb(minute),
    descriptors: 40,
    keys: 1_000,
    lastingKeys: 300,
    storeMb: 3,
    redisResidentMb: 12,
    longestHealthMs: 5,
    done: minute * 2_000,
  }))

const memory = (residentMb: (minute: number) => number) => trendsOf(hour(residentMb))[0]

test('memory that grows for the first minutes and then remains flat is not a leak', () => {
  expect(memory((minute) => 150 + Math.min(minute, 12) * 8)).toMatchObject({ verdict: 'flat' })
})

test('an occasional peak is not a leak', () => {
  expect(memory((minute) => (minute % 7 === 0 ? 400 : 200))).toMatchObject({ before: 200, after: 200, verdict: 'flat' })
})

test('memory that grows by 1.5 MB per minute is a leak', () => {
  expect(memory((minute) => 200 + 1.5 * minute)).toMatchObject({ verdict: 'GROWS' })
})

test('a run of a few minutes is too short to distinguish a leak from filling caches', () => {
  const minutes = hour((minute) => 150 + 10 * minute).map((sample) => ({ ...sample, minute: sample.minute / 15 }))
  expect(trendsOf(minutes)[0]).toMatchObject({ verdict: 'too short to tell' })
})

test('a figure that could not be read counts as growing', () => {
  expect(memory(() => Number.NaN)).toMatchObject({ verdict: 'GROWS' })
})
