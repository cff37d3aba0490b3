import { expect, test } from 'vitest'
import type { Batch } from '@/clients/npm/src/answers'
import { stopWhereItWaits } from '@/clients/npm/src/cli/fetch-results'

const batch = (state: Batch['state'], reason: Batch['reason']) =>
  ({ state, reason, resumes_at: null, line_counts: { waiting: 7, total: 1_003 } }) as Batch

test.each([
  ['quota', 'The monthly quota is used up; 7 of 1,003 lines are left.', 'switch to a larger plan'],
  ['key_quota', 'The monthly limit of this API key is used up;', 'its owner raises that limit'],
  ['key_daily_quota', 'The daily limit of this API key is used up;', 'its owner raises that limit'],
] as const)(
  'a batch that waits because of %s ends the command with exit code 5 and says when it resumes',
  (reason, first, sooner) => {
    const message = expect.stringMatching(new RegExp(`^${first}.* or once .*${sooner}\\.`))
    expect(() => stopWhereItWaits(batch('waiting', reason))).toThrow(expect.objectContaining({ code: 5, message }))
  },
)

test('the command continues with a batch that runs or waits for Google', () => {
  expect(() => stopWhereItWaits(batch('running', null))).not.toThrow()
  expect(() => stopWhereItWaits(batch('waiting', 'upstream'))).not.toThrow()
})
