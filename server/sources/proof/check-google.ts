import { fingerprint } from '@/server/runtime/fingerprint'
import { withinDeadline } from '@/server/upstream/deadline'
import type { Lookup } from '@/server/upstream/lookup'
import { keepProof } from './kept-proof'
import type { Proof, Tried } from './proof-shape'
import { type GoogleSettings, tries } from './tries'
import { verdictOfError } from './verdict'
import { allWays, costCents, type Way } from './ways'

/** How long one try may take. A function on Vercel may not run much longer than all tries together. */
const timeoutMs = 4_000

/**
 * Tries, one by one, everything that Pinref assumes about Google, and keeps the outcome. The calls count like any others,
 * also against the daily cap.
 * @param mayCost whether to also make the call that Google may bill.
 * @throws PinrefError `store_unavailable` if the outcome cannot be kept.
 */
export async function checkGoogle(settings: GoogleSettings, mayCost: boolean): Promise<Proof> {
  const results: Tried[] = []
  for (const way of allWays) results.push({ way, ...(await tryWay(way, { ...settings, callerShare: 100 }, mayCost)) })
  const proof = {
    checkedSeconds: Math.floor(Date.now() / 1000),
    key: fingerprint(settings.apiKey),
    tries: results,
  }
  await keepProof(proof)
  return proof
}

async function tryWay(way: Way, settings: GoogleSettings, mayCost: boolean): Promise<Omit<Tried, 'way'>> {
  if (costCents(way) > 0 && !mayCost) return { outcome: 'skipped', why: 'Google may bill it.' }
  const lookup: Lookup = { caller: 'operator', signal: new AbortController().signal, noteAsked: () => {} }
  try {
    return await withinDeadline(timeoutMs, lookup, (limited) => tries[way](settings, limited))
  } catch (error) {
    return verdictOfError(error)
  }
}
