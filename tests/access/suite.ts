import { expect, test } from 'vitest'
import { finishCounts, readCallCounts } from '@/server/access/call-counts'
import { countCall } from '@/server/trpc/metered'
import { spend } from '@/server/upstream/spending'
import { admissionSuite } from './admission-suite'
import { auditSuite } from './audit-suite'
import { keySuite } from './key-suite'
import { visitorSuite } from './visitor-suite'

/** What must hold on every transport; the caller has pointed the environment at one. */
export function accessSuite(transport: string): void {
  keySuite(transport)
  admissionSuite(transport)
  visitorSuite(transport)
  auditSuite(transport)

  test(`what is asked of Google is counted for each caller, over ${transport}`, async () => {
    const limits = { dailyCap: 4, callerShare: 50 }
    const spendAs = (caller: string) => spend('details_enterprise', caller, limits).catch(({ code }) => code)
    const greedy = [await spendAs('greedy'), await spendAs('greedy'), await spendAs('greedy')]
    expect(greedy).toEqual([undefined, undefined, 'too_many_requests'])
    expect([await spendAs('other'), await spendAs('other')]).toEqual([undefined, undefined])
    expect(await spendAs('third')).toBe('upstream_unavailable')
  })

  test(`everybody’s calls are counted by month, over ${transport}`, async () => {
    const turn = Date.UTC(2031, 4)
    for (const startedMs of [turn - 1, turn - 1, turn]) countCall('search', 'ok', startedMs)
    await finishCounts()
    const counted = { operation: 'search', outcome: 'ok' }
    expect(await readCallCounts('2031-04')).toEqual([{ ...counted, calls: 2 }])
    expect(await readCallCounts('2031-05')).toEqual([{ ...counted, calls: 1 }])
  })
}
