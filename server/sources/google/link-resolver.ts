import { PinrefError } from '@/server/errors'
import { type Cid, decimalCid } from '@/server/identifiers/cid'
import { type FailureKind, UpstreamFailure } from '@/server/upstream/failure'
import { createGathering } from '@/server/upstream/gathering'
import type { Lookup } from '@/server/upstream/lookup'
import { createUpstream } from '@/server/upstream/policy'
import type { CidAnswer } from './place-id-finder'
import { callResolution, maxLinks, type ResolutionSettings } from './resolution-api'

export interface LinkResolverSettings extends ResolutionSettings {
  /** The time limit of a whole lookup. */
  deadlineMs: number
}

/**
 * Returns the place id of a map link's listing; null if Google does not return it, for any reason. The link's redirects can still
 * be followed then.
 * @throws the signal's reason if it aborts.
 */
export type ResolveLink = (link: string, lookup: Lookup) => Promise<string | null>

/** How long a link waits for others to share its call. */
const waitMs = 10

/** The fraction of a lookup's time after which the redirects are followed instead. */
const patience = 1 / 4

/** Google allows 600 calls a minute of 20 links each. */
const concurrency = 16
const queue = 64

/** How long the API is not called after Google reports that the project does not have it, or the key may not use it. */
const notEnabledSeconds = 3_600

/** After these failures, the API is not called for the time they specify. */
const quotas: ReadonlySet<FailureKind> = new Set(['quota_minute', 'quota_day'])
const longestRestSeconds = 3_600

/**
 * Creates a resolver that uses the Resolution API, with one call for all links that are looked up at the same time. A failed call
 * is not retried, because the redirects of its links can be followed instead.
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

  const gather = createGathering(ask, { most: maxLinks, waitMs })

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
 * Returns a function that looks up a listing by a link with its CID. Whether the API accepts such links is not documented.
 * @throws UpstreamFailure `incomplete` if the API returns no listing.
 */
export function askByCidLink(resolveLink: ResolveLink) {
  return async (cid: Cid, lookup: Lookup): Promise<CidAnswer> => {
    const id = await resolveLink(`https://maps.google.com/?cid=${decimalCid(cid)}`, lookup)
    if (id === null) throw new UpstreamFailure('incomplete')
    return { id }
  }
}
