import { z } from 'zod'
import { featureIdOf, knownPlaceIdOf } from '@/server/identifiers/feature-id'
import { type FailureKind, UpstreamFailure } from '@/server/upstream/failure'
import type { Lookup } from '@/server/upstream/lookup'
import type { SpendingLimits } from '@/server/upstream/spending'
import { errorOf, exchange, type GoogleAnswer, isQuota, parseObject, readGoogleError } from './exchange'

export interface ResolutionSettings extends SpendingLimits {
  /** `https://mapstools.googleapis.com` or a stand-in, without a trailing slash. */
  mapstoolsUrl: string
  apiKey: string
}

/**
 * The place ids of the links' listings, in the order of the links, null for a link without a listing; or Google's error if the
 * project does not have this service or the key may not use it.
 */
export type ResolutionAnswer = { placeIds: Array<string | null> } | { notEnabled: Error }

/** The most links that Google accepts in one call. */
export const maxLinks = 20

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
 * Parses a response: `{"entities": [{"place": "places/ChIJ…"}, {}], "failedRequests": {"1": {"code", "message"}}}`. Only the
 * index connects an entity with its link, so none is trusted if there are more or fewer entities than links, nor one that is
 * listed as failed. The keys of `failedRequests` are strings.
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

/** Parses a listing's own place id in `places/<id>`; null for addresses (`Ei…`), points (`GhIJ…`), and placeholders. */
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
  // An invalid key also returns 400. A 400 without a reason is about the call itself.
  if (httpStatus < 400 || (httpStatus === 400 && error.reasons.length === 0)) throw fail('bad_answer')
  return { notEnabled: errorOf(httpStatus, error) }
}
