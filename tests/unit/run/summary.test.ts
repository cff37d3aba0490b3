import { expect, test } from 'vitest'
import { summaryOf } from '@/tests/run/summary'

const outcomes = [
  { name: 'lint', state: 'passed', tookMs: 1_500 },
  { name: 'tests', state: 'FAILED', tookMs: 61_000 },
  { name: 'samples', state: 'skipped', tookMs: 0 },
] as const

test('a run’s summary lists each step with its time, and ends with the failed steps', () => {
  const lines = summaryOf(outcomes, 62_500).trim().split('\n')
  expect(lines).toEqual([
    'lint     passed      1.5 s',
    'tests    FAILED     61.0 s',
    'samples  skipped     0.0 s',
    '',
    'Skipped: samples',
    'FAILED: tests, in 62.5 s.',
  ])
  expect(summaryOf(outcomes.slice(0, 1), 1_500)).toMatch(/Everything that ran has passed, in 1\.5 s\.\n$/)
})

test('a run’s summary says which languages were skipped', () => {
  expect(summaryOf(outcomes, 1, ['PHP', 'Go'])).toContain('Left out: the code samples in PHP, Go\n')
  expect(summaryOf(outcomes, 1)).not.toContain('Left out')
})
