import { env } from '@/server/platform/settings/env'
import type { GoogleSettings } from './google/check-google'
import { createOutcomeOf, readReport } from './google/check-report'
import { createPlacesSource } from './google/places-source'
import type { ListingSource } from './listing-source'
import { sampleSource } from './sample/sample-source'

let source: ListingSource | undefined

/** Returns the source that the environment selects. */
export function listingSource(): ListingSource {
  source ??= chooseSource()
  return source
}

function chooseSource(): ListingSource {
  const google = googleSettings()
  if (google === null) return sampleSource
  const { UPSTREAM_DEADLINE_MS, LISTING_CACHE_SECONDS } = env()
  return createPlacesSource({
    ...google,
    deadlineMs: UPSTREAM_DEADLINE_MS,
    cacheSeconds: LISTING_CACHE_SECONDS,
    outcomeOf: createOutcomeOf(() => readReport(google.apiKey)),
  })
}

/** Returns the settings for calls to Google; null if there is no API key. */
export function googleSettings(): GoogleSettings | null {
  const settings = env()
  if (!settings.GOOGLE_MAPS_API_KEY) return null
  return {
    url: settings.GOOGLE_PLACES_URL,
    legacyUrl: settings.GOOGLE_LEGACY_PLACES_URL,
    mapstoolsUrl: settings.GOOGLE_MAPSTOOLS_URL,
    apiKey: settings.GOOGLE_MAPS_API_KEY,
    dailyCap: settings.UPSTREAM_DAILY_CAP,
    monthlyCap: settings.UPSTREAM_MONTHLY_CAP ?? null,
    callerShare: settings.UPSTREAM_CALLER_SHARE,
  }
}

/** Returns the kind of the selected source, for pages. */
export const sourceKind = (): ListingSource['kind'] => listingSource().kind
