import { describe, expect, test } from 'vitest'
import type { Counted } from '../../cluster/counted'
import type { Call } from '../../cluster/load'
import { verdictOn } from '../../cluster/verdict'

const killedMs = 50_000

/** A call by the first account, whose master fails, or by the second, whose master does not. */
const call = (id: string, account: 0 | 1, more: Partial<Call> = {}): Call => ({
  account,
  atMs: killedMs - 20,
  tookMs: 5,
  outcome: '200',
  id,
  ...more,
})
const counted = (...ids: string[]): Counted => ({ calls: ids.length, ids: new Set(ids) })

/** Two accounts, each with two remaining calls. */
const judge = (calls: Call[], first: Counted, second = counted()) => {
  const account = { id: 'x', key: 'y', before: 998, left: 2 }
  const failover = { wasHeld: [true, false], killedMs, tookOverMs: 53_000, backMs: 80_000 }
  return verdictOn([account, account], calls, [first, second], failover)
}

const refused = { outcome: 'monthly_quota_exhausted' }
const unavailable = { outcome: 'store_unavailable' }

describe('the verdict on a cluster simulation finds no fault', () => {
  test('if every call that returned 200 is counted, and the quota rejects the others', () => {
    const calls = [
      call('a', 1),
      call('b', 1),
      call('c', 1, refused),
      call('d', 0, { ...unavailable, atMs: killedMs + 10 }),
    ]
    expect(judge(calls, counted(), counted('a', 'b'))).toMatchObject({ usedUp: 1, lost: 0, beyond: 0, faults: [] })
  })

  test('if an account gets no more extra calls than the number of counts lost in the failover', () => {
    const calls = [call('a', 0), call('b', 0), call('c', 0, { atMs: killedMs + 4_000 })]
    const verdict = judge(calls, counted('a', 'c'))
    expect(verdict).toMatchObject({ usedUp: 1, lost: 1, lostWithinMs: 15, beyond: 1, maxBeyond: 1, faults: [] })
  })
})

describe('the verdict on a cluster simulation finds a fault in', () => {
  const early = { atMs: killedMs - 5_000 }
  const late = { atMs: killedMs + 10 }
  const muchLater = { atMs: killedMs + 20_000 }
  test.each<[string, Call[], Counted, Counted]>([
    ['a quota overrun', [call('a', 1), call('b', 1), call('c', 1)], counted(), counted('a', 'b', 'c')],
    ['a call that was not counted although nothing failed', [call('a', 1)], counted(), counted()],
    ['a call that was not counted long before its master failed', [call('a', 0, early)], counted(), counted()],
    ['a call that was not counted after its master failed', [call('a', 0, late)], counted(), counted()],
    ['a call that was counted and failed', [call('a', 0, { ...unavailable, ...late })], counted('a'), counted()],
    ['a call that was counted twice', [call('a', 1)], counted(), { calls: 2, ids: new Set(['a']) }],
    ['a call that was refused too early', [call('a', 1), call('b', 1, refused)], counted(), counted('a')],
    ['a call that failed before its master did', [call('a', 0, unavailable)], counted(), counted()],
    [
      'a call that failed long after its master did',
      [call('a', 0, { ...unavailable, ...muchLater })],
      counted(),
      counted(),
    ],
    ['a call that failed although its master did not', [call('a', 1, unavailable)], counted(), counted()],
    ['a call that was not answered', [call('', 0, { outcome: 'ECONNRESET' })], counted(), counted()],
  ])('%s', (_, calls, first, second) => {
    expect(judge(calls, first, second).faults).not.toEqual([])
  })
})
