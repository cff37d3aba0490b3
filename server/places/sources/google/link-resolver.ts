import * as z from 'zod'
import { type Cid, decimalCid } from '@/server/places/identifiers/cid'
import { featureIdOf, knownPlaceIdOf } from '@/server/places/identifiers/feature-id'
import { type FailureKind, UpstreamFailure } from '@/server/places/upstream/failure'
import { createGathering } from '@/server/places/upstream/gathering'
import type { Lookup } from '@/server/places/upstream/lookup'
import { createUpstream } from '@/server/places/upstream/policy'
import type { SpendingLimits } from '@/server/places/upstream/spending'
import { PinrefError } from '@/server/platform/problems/errors'
import { stateRecorder } from '@/server/platform/store/service-status'
import { errorOf, exchange, type GoogleAnswer, isQuota, parseObject, readGoogleError } from './exchange'
import type { CidAnswer } from './place-id-finder'

export interface LinkResolverSettings extends ResolutionSettings {
  /** The time limit for a whole lookup. */
  deadlineMs: number
}

/**
 * Returns the place id of a map link's listing; null if Google does not return the place id, for any reason. The link's
 * redirects can then still be followed.
 * @throws the signal's reason if it aborts.
 */
export type ResolveLink = (link: string, lookup: Lookup) => Promise<string | null>

/** How long a link waits for other links to share its call. */
const waitMs = 10

/** The fraction of a lookup's time after which the link's redirects are followed instead. */
const patience = 1 / 4

/** Google allows 600 calls per minute with 20 links each. */
const concurrency = 16
const queue = 64

/**
 * How long to stop calling the API after Google reports that the project does not have the API or that the key may not
 * use it.
 */
const notEnabledSeconds = 3_600

/** After one of these failures, the API is not called for the time that the failure specifies. */
const quotas: ReadonlySet<FailureKind> = new Set(['quota_minute', 'quota_day'])
const longestRestSeconds = 3_600

/**
 * Creates a resolver that uses the Resolution API, with one call for all links that are looked up at the same time. A
 * failed call is not retried, because its links' redirects can be followed instead.
 */
export function createLinkResolver(settings: LinkResolverSettings): ResolveLink {
  const { deadlineMs, callerShare } = settings
  const run = createUpstream({
    name: 'Google Resolution API',
    slots: { concurrency, queue, perCaller: Math.ceil((concurrency * callerShare) / 100) },
    timeoutMs: deadlineMs * patience,
    retryAfter: () => false,
    onState: stateRecorder('google_resolution'),
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
 * Returns a function that looks up a listing through a link that contains its CID. Whether the API accepts such links
 * is not documented.
 * @throws UpstreamFailure `incomplete` if the API returns no listing.
 */
export function askByCidLink(resolveLink: ResolveLink) {
  return async (cid: Cid, lookup: Lookup): Promise<CidAnswer> => {
    const id = await resolveLink(`https://maps.google.com/?cid=${decimalCid(cid)}`, lookup)
    if (id === null) throw new UpstreamFailure('incomplete')
    return { id }
  }
}

export interface ResolutionSettings extends SpendingLimits {
  /** `https://mapstools.googleapis.com` or a stand-in, without a trailing slash. */
  mapstoolsUrl: string
  apiKey: string
}

/**
 * The place ids of the links' listings, in link order, with null for a link without a listing; or Google's error if the
 * project does not have this service or the key may not use it.
 */
export type ResolutionAnswer = { placeIds: Array<string | null> } | { notEnabled: Error }

/** The maximum number of links that Google accepts in one call. */
const maxLinks = 20

/**
 * Resolves map links with the Resolution API (Maps Experience Agent Tools), at no charge.
 * @param links at most 20 addresses. Google documents `maps.app.goo.gl` and `/maps/place/…`.
 * @throws UpstreamFailure; the signal's reason if it aborts.
 */
export async function callResolution(
  links: readonly string[],
  { mapstoolsUrl, apiKey, ...limits }: ResolutionSettings,
  lookup: Lookup,
): Promise<ResolutionAnswer> {
  const request = {
    address: `${mapstoolsUrl}/v1:resolveMapsUrls`,
    headers: { 'x-goog-api-key': apiKey },
    body: JSON.stringify({ urls: links }),
    sku: 'resolution',
  } as const
  return readResolutionAnswer(links.length, await exchange(request, limits, lookup))
}

const entity = z.object({ place: z.string().catch('') }).catch({ place: '' })

const resolved = z.object({
  entities: z.array(entity),
  failedRequests: z.record(z.string(), z.unknown()).catch({}).default({}),
})

/**
 * Parses a response: `{"entities": [{"place": "places/ChIJ…"}, {}], "failedRequests": {"1": {"code", "message"}}}`.
 * Only the index connects an entity to its link, so no entity is used if the numbers of entities and links differ, or
 * if the entity is listed as failed. The keys of `failedRequests` are strings.
 * @param count how many links were sent.
 */
export function readResolutionAnswer(count: number, answer: GoogleAnswer): ResolutionAnswer {
  if (answer.status !== 200) return readResolutionRefusal(answer)
  const read = resolved.safeParse(parseObject(answer.text))
  if (!read.success) throw new UpstreamFailure('wrong_answer', read.error)
  const { entities, failedRequests } = read.data
  if (entities.length !== count) {
    throw new UpstreamFailure('wrong_answer', new Error(`${entities.length} entities for ${count} links`))
  }
  return {
    placeIds: entities.map(({ place }, index) => (Object.hasOwn(failedRequests, `${index}`) ? null : idIn(place))),
  }
}

/**
 * Parses a listing's own place id from `places/<id>`; null for addresses (`Ei…`), points (`GhIJ…`), and placeholders.
 */
function idIn(place: string): string | null {
  const [, id = ''] = /^places\/([\w-]+)$/.exec(place) ?? []
  const featureId = featureIdOf(id)
  return featureId === null || featureId.cid === 0n ? null : knownPlaceIdOf(featureId)
}

function readResolutionRefusal({ status: httpStatus, text, retryAfterSeconds }: GoogleAnswer): ResolutionAnswer {
  const error = readGoogleError(text)
  const fail = (kind: FailureKind, seconds?: number) => new UpstreamFailure(kind, errorOf(httpStatus, error), seconds)
  if (isQuota(httpStatus, error)) {
    // The documented quota is per minute.
    const perDay = /per ?day/i.test(`${error.limits} ${error.message}`)
    throw fail(perDay ? 'quota_day' : 'quota_minute', retryAfterSeconds ?? undefined)
  }
  if (httpStatus >= 500) throw fail('server_error')
  // An invalid key also returns 400. A 400 without a reason means that the call itself is invalid.
  if (httpStatus < 400 || (httpStatus === 400 && error.reasons.length === 0)) throw fail('bad_answer')
  return { notEnabled: errorOf(httpStatus, error) }
}
