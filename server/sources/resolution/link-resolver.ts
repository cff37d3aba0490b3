import { PinrefError } from '@/server/errors'
import { type Cid, decimalCid } from '@/server/identifiers/cid'
import type { CidAnswer } from '@/server/sources/places/place-id-finder'
import { type FailureKind, UpstreamFailure } from '@/server/upstream/failure'
import { createGathering } from '@/server/upstream/gathering'
import type { Lookup } from '@/server/upstream/lookup'
import { createUpstream } from '@/server/upstream/policy'
import { callResolution, mostLinks, type ResolutionSettings } from './resolution-api'

export interface LinkResolverSettings extends ResolutionSettings {
  /** What a whole lookup may take. */
  deadlineMs: number
}

/**
 * The place id of the listing that a map link stands for; null where Google does not say, for whatever reason. Then the
 * link's redirects can still be followed.
 * @throws the signal's reason where it aborts.
 */
export type ResolveLink = (link: string, lookup: Lookup) => Promise<string | null>

/** How long a link waits for others to be asked for in the same call. */
const waitMs = 10

/** The share of a lookup's time after which the redirects are followed instead. */
const patience = 1 / 4

/** Google allows 600 calls a minute of 20 links each. */
const concurrency = 16
const queue = 64

/** How long an API that the project does not have, or the key may not use, is left alone. */
const notEnabledSeconds = 3_600

/** After these nothing is asked for as long as they say. */
const quotas: ReadonlySet<FailureKind> = new Set(['quota_minute', 'quota_day'])
const longestRestSeconds = 3_600

/**
 * Asks the Resolution API, for as many links at once as are looked up at the same time. A failed call is not made again: the
 * redirects are there for its links.
 */
export function createLinkResolver(settings: LinkResolverSettings): ResolveLink {
  const { deadlineMs, callerShare } = settings
  const run = createUpstream({
    name: 'Google Resolution API',
    slots: { concurrency, queue, perCaller: Math.ceil((concurrency * callerShare) / 100) },
    timeoutMs: deadlineMs * patience,
    retryAfter: () => false,
  })
  let restsUntilMs = 0

  function rest(seconds: number): void {
    restsUntilMs = Date.now() + Math.min(seconds, longestRestSeconds) * 1_000
  }

  async function ask(links: string[], lookup: Lookup): Promise<Array<string | null>> {
    try {
      const answer = await run((running, inTurn) => inTurn(() => callResolution(links, settings, running)), lookup)
      if ('placeIds' in answer) return answer.placeIds
      rest(notEnabledSeconds)
      return links.map(() => null)
    } catch (error) {
      if (error instanceof UpstreamFailure && quotas.has(error.kind)) rest(error.retryAfterSeconds ?? 0)
      throw error
    }
  }

  const gather = createGathering(ask, { most: mostLinks, waitMs })

  return async (link, lookup) => {
    if (Date.now() < restsUntilMs) return null
    try {
      return await gather(link, lookup)
    } catch (error) {
      if (error instanceof PinrefError && !lookup.signal.aborted) return null
      throw error
    }
  }
}

/**
 * Asks for a listing by a link with its CID. It is not documented that the API takes such links.
 * @throws UpstreamFailure `incomplete` where it does not say.
 */
export function askByCidLink(resolveLink: ResolveLink) {
  return async (cid: Cid, lookup: Lookup): Promise<CidAnswer> => {
    const id = await resolveLink(`https://maps.google.com/?cid=${decimalCid(cid)}`, lookup)
    if (id === null) throw new UpstreamFailure('incomplete')
    return { id }
  }
}
