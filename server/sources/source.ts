import { env } from '@/server/env'
import type { ListingSource } from './listing-source'
import { createPlacesSource } from './places/places-source'
import { sampleSource } from './sample/sample-source'

let source: ListingSource | undefined

/** The source that this environment selects. */
export function listingSource(): ListingSource {
  source ??= chooseSource()
  return source
}

function chooseSource(): ListingSource {
  const settings = env()
  if (!settings.GOOGLE_MAPS_API_KEY) return sampleSource
  return createPlacesSource({
    url: settings.GOOGLE_PLACES_URL,
    legacyUrl: settings.GOOGLE_LEGACY_PLACES_URL,
    mapstoolsUrl: settings.GOOGLE_MAPSTOOLS_URL,
    apiKey: settings.GOOGLE_MAPS_API_KEY,
    dailyCap: settings.UPSTREAM_DAILY_CAP ?? null,
    deadlineMs: settings.UPSTREAM_DEADLINE_MS,
    cacheSeconds: settings.LISTING_CACHE_SECONDS,
    callerShare: settings.UPSTREAM_CALLER_SHARE,
  })
}

/** Which source answers, for the page to show. */
export const sourceKind = (): ListingSource['kind'] => listingSource().kind
