import { expect, test, vi } from 'vitest'
import { spend } from '@/server/places/upstream/spending'
import { finishWork } from '@/server/platform/runtime/after-answer'
import { readServiceStatus, stateRecorder } from '@/server/platform/store/service-status'
import { admissionSuite } from './admission-suite'
import { alertSuite } from './alert-suite'
import { auditSuite } from './audit-suite'
import { batchSuite } from './batch-suite'
import { failedCallsSuite } from './failed-calls-suite'
import { keySuite } from './key-suite'
import { limitsSuite } from './limits-suite'
import { listSuite } from './list-suite'
import { memberSuite } from './member-suite'
import { operatorSuite } from './operator-suite'
import { roleSuite } from './role-suite'
import { storeSuite } from './store-suite'
import { visitorSuite } from './visitor-suite'

/** Runs the tests that every transport must pass. The caller has pointed the environment at a store. */
export function accessSuite(transport: string): void {
  keySuite(transport)
  admissionSuite(transport)
  limitsSuite(transport)
  roleSuite(transport)
  batchSuite(transport)
  visitorSuite(transport)
  auditSuite(transport)
  alertSuite(transport)
  memberSuite(transport)
  operatorSuite(transport)
  listSuite(transport)
  failedCallsSuite(transport)
  storeSuite(transport)

  test(`calls to Google are capped for each caller and in total, over ${transport}`, async () => {
    const limits = { dailyCap: 4, monthlyCap: null, callerShare: 50 }
    const spendAs = (caller: string) => spend('details_enterprise', caller, limits).catch(({ code }) => code)
    const greedy = [await spendAs('greedy'), await spendAs('greedy'), await spendAs('greedy')]
    expect(greedy).toEqual([undefined, undefined, 'too_many_requests'])
    expect([await spendAs('other'), await spendAs('other')]).toEqual([undefined, undefined])
    expect(await spendAs('third')).toBe('upstream_cap_reached')
  })

  test(`the monthly cap on calls to Google is exact across all days of the month, over ${transport}`, async () => {
    const at = (day: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2031, 0, day, 12) })
    const limits = { dailyCap: 100, monthlyCap: 30, callerShare: 100 }
    const spendTwenty = async () => {
      const all = Array.from({ length: 20 }, () => spend('search_enterprise', 'a caller', limits))
      return (await Promise.allSettled(all)).filter(({ status }) => status === 'fulfilled').length
    }
    at(30)
    expect(await spendTwenty()).toBe(20)
    at(31)
    expect(await spendTwenty()).toBe(10)
    // The wait lasts until February 1, 00:00 UTC. Free calls are still made.
    const refused = { kind: 'spent', retryAfterSeconds: 43_200 }
    await expect(spend('details_enterprise', 'another', limits)).rejects.toMatchObject(refused)
    await spend('details_ids', 'another', limits)
    at(32)
    expect(await spendTwenty()).toBe(20)
    vi.useRealTimers()
  })

  test(`a change of an upstream’s state is recorded and shown, over ${transport}`, async () => {
    stateRecorder('short_links')('unavailable')
    await finishWork()
    const change = { part: 'short_links', state: 'unavailable', timeMs: expect.any(Number) }
    expect(await readServiceStatus()).toEqual({
      parts: [{ part: 'store', state: 'ok', timeMs: null }, change],
      changes: [change],
    })
  })
}
