import { fingerprint } from '@/server/runtime/fingerprint'
import { withinDeadline } from '@/server/upstream/deadline'
import type { Lookup } from '@/server/upstream/lookup'
import { allCapabilities, type Capability, costCents } from './capabilities'
import type { CapabilityResult, CheckReport } from './check-report'
import { checks, type GoogleSettings } from './checks'
import { storeReport } from './stored-report'
import { type Verdict, verdictOfError } from './verdict'

/** How long one check may take. A function on Vercel may not run much longer than all of them together. */
const timeoutMs = 4_000

/**
 * Checks, one by one, everything that Pinref assumes about Google, and stores the report. The calls count like any others,
 * also against the daily cap.
 * @param mayCost whether to also make the call that Google may bill.
 * @throws PinrefError `store_unavailable` if the report cannot be stored.
 */
export async function checkGoogle(settings: GoogleSettings, mayCost: boolean): Promise<CheckReport> {
  const results: CapabilityResult[] = []
  for (const capability of allCapabilities) {
    results.push({ capability, ...(await check(capability, { ...settings, callerShare: 100 }, mayCost)) })
  }
  const report = {
    checkedSeconds: Math.floor(Date.now() / 1000),
    key: fingerprint(settings.apiKey),
    results,
  }
  await storeReport(report)
  return report
}

async function check(capability: Capability, settings: GoogleSettings, mayCost: boolean): Promise<Verdict> {
  if (costCents(capability) > 0 && !mayCost) return { outcome: 'skipped', reason: 'Google may bill it.' }
  const lookup: Lookup = { caller: 'operator', signal: new AbortController().signal, noteAsked: () => {} }
  try {
    return await withinDeadline(timeoutMs, lookup, (limited) => checks[capability](settings, limited))
  } catch (error) {
    return verdictOfError(error)
  }
}
