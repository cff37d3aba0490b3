import { describe, expect, test } from 'vitest'
import type { TestResult } from '@/tests/run/result'
import { childrenMs, type Outcome } from '@/tests/run/step'
import { summaryOf } from '@/tests/run/summary'

const result = (more: Partial<TestResult>): TestResult => {
  return { suite: 'unit', name: 'a.test.ts › works', state: 'passed', tookMs: 1, limitMs: 1_000, ...more }
}
const outcome = (...results: TestResult[]): Outcome => {
  return { step: { name: 'tests', command: 'true' }, hasPassed: true, tookMs: 1_500, cpuMs: 2_000, results }
}

describe('a run’s summary', () => {
  test('ends with the totals of all suites, alone on the last line', () => {
    const summary = summaryOf(
      [
        outcome(result({}), result({ state: 'skipped' })),
        outcome(result({ suite: 'api', state: 'failed' }), result({})),
      ],
      61_000,
    )
    expect(summary.trimEnd().split('\n').at(-1)).toBe('2 passed, 1 failed, 1 skipped')
    expect(summary).toContain('FAILED api: a.test.ts › works')
    expect(summary).toContain('All of it took 61.0 s, and 4.0 s of processor time on ')
  })

  test('warns of tests that take more than 10% of their limit, slowest first', () => {
    const summary = summaryOf(
      [
        outcome(
          result({ name: 'quick' }),
          result({ name: 'slow', tookMs: 150 }),
          result({ name: 'slower', tookMs: 600 }),
        ),
      ],
      1,
    )
    expect(summary).toContain('WARNING: 2 took more than 10 %')
    const [slower, slow, quick] = ['slower', 'slow', 'quick'].map((name) => summary.indexOf(`unit: ${name}`))
    expect([slower, slow, quick]).toEqual([slower, slow, quick].toSorted((a = 0, b = 0) => a - b))
    expect(summary).toContain('60.0 %  0.6 s of 1 s  unit: slower')
  })

  test('lists the files that took longest, including their setup', () => {
    const summary = summaryOf(
      [
        outcome(
          result({ file: 'a.test.ts', tookMs: 1_000, preparedMs: 5_000 }),
          result({ file: 'a.test.ts', tookMs: 2_000 }),
          result({ file: 'b.test.ts', tookMs: 9_000 }),
        ),
      ],
      1,
    )
    expect(summary).toMatch(/slowest files .*\nb\.test\.ts +unit +9\.0 s\na\.test\.ts +unit +8\.0 s\n/)
  })

  test('does not mention limits if no test has one', () => {
    expect(summaryOf([outcome(result({ limitMs: 0 }))], 1)).not.toContain('limit')
  })

  test('says which languages were skipped', () => {
    expect(summaryOf([outcome(result({}))], 1, ['PHP', 'Go'])).toContain('Left out: the code samples in PHP, Go\n')
    expect(summaryOf([outcome(result({}))], 1)).not.toContain('Left out')
  })
})

test('a step’s processor time is the total of the programs it started', () => {
  expect(childrenMs('0m0.01s 0m0.02s\n1m2.500000s 0m0.500000s\n')).toBe(63_000)
  expect(childrenMs('')).toBe(0)
})
