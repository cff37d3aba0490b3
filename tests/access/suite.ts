import { expect, test } from 'vitest'
import { spend } from '@/server/upstream/spending'
import { admissionSuite } from './admission-suite'
import { auditSuite } from './audit-suite'
import { keySuite } from './key-suite'
import { listSuite } from './list-suite'
import { operatorSuite } from './operator-suite'
import { visitorSuite } from './visitor-suite'

/** What must hold on every transport; the caller has pointed the environment at one. */
export function accessSuite(transport: string): void {
  keySuite(transport)
  admissionSuite(transport)
  visitorSuite(transport)
  auditSuite(transport)
  operatorSuite(transport)
  listSuite(transport)

  test(`what is asked of Google is counted for each caller, over ${transport}`, async () => {
    const limits = { dailyCap: 4, callerShare: 50 }
    const spendAs = (caller: string) => spend('details_enterprise', caller, limits).catch(({ code }) => code)
    const greedy = [await spendAs('greedy'), await spendAs('greedy'), await spendAs('greedy')]
    expect(greedy).toEqual([undefined, undefined, 'too_many_requests'])
    expect([await spendAs('other'), await spendAs('other')]).toEqual([undefined, undefined])
    expect(await spendAs('third')).toBe('upstream_unavailable')
  })
}
