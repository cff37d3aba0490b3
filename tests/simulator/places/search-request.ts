import type { Location } from '@/server/places/links/location'
import type { Answer } from '../answer'
import { badRequest } from './errors'

/** The parts of a Text Search's body that matter here. */
export interface SearchRequest {
  textQuery: string
  /** 1 to 20. */
  pageSize: number
  /** Upper case. */
  regionCode: string | null
  languageCode: string | null
  /** The center of `locationBias`. */
  near: Location | null
  serviceAreaBusinesses: boolean
}

const parameters = new Set(
  `textQuery pageSize maxResultCount pageToken languageCode regionCode includedType strictTypeFiltering locationBias
  locationRestriction includePureServiceAreaBusinesses includeFutureOpeningBusinesses minRating openNow priceLevels
  rankPreference evOptions routingParameters searchAlongRouteParameters`.split(/\s+/),
)
const largestPage = 20

/**
 * Reads the body of a Text Search.
 * @returns the search, or the response that rejects it.
 */
export function readSearch(body: string): SearchRequest | Answer {
  const search = parseObject(body)
  if (search === null) return badRequest('Invalid JSON payload received. Unexpected token.')
  const unknown = Object.keys(search).find((name) => !parameters.has(name))
  if (unknown) return badRequest(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`)
  const { textQuery, pageSize, languageCode, regionCode, includePureServiceAreaBusinesses } = search
  if (typeof textQuery !== 'string' || textQuery.trim() === '') return badRequest('Empty text_query.')
  const size = pageSize ?? 0
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 0) return badRequest('Invalid page_size.')
  const languageFault = faultOfLanguage(languageCode)
  if (languageFault) return languageFault
  if (isWrong(regionCode, /^[a-z]{2}$/i)) return badRequest('Invalid region_code.')
  const near = readBias(search)
  if (near !== null && 'status' in near) return near
  return {
    textQuery: textQuery.trim(),
    pageSize: Math.min(size || largestPage, largestPage),
    regionCode: typeof regionCode === 'string' ? regionCode.toUpperCase() : null,
    languageCode: typeof languageCode === 'string' ? languageCode : null,
    near,
    serviceAreaBusinesses: includePureServiceAreaBusinesses === true,
  }
}

/** A well-formed code that is rejected. It is not known which codes Google rejects, if any. */
const rejectedLanguage = 'tlh'

/** Returns the response that rejects a call's language; null if it is accepted or absent. */
export function faultOfLanguage(languageCode: unknown): Answer | null {
  const isFaulty = isWrong(languageCode, /^[a-z]{2,3}(?:-\w{2,8})*$/i) || languageCode === rejectedLanguage
  return isFaulty ? badRequest('Invalid language_code.') : null
}

function isWrong(value: unknown, form: RegExp): boolean {
  return value !== undefined && (typeof value !== 'string' || !form.test(value))
}

/** Reads the center of `locationBias.circle`; a rectangle is accepted and ignored. */
function readBias({ locationBias, locationRestriction }: Record<string, unknown>): Location | Answer | null {
  if (isObject(locationRestriction) && 'circle' in locationRestriction) {
    return badRequest(
      'Invalid JSON payload received. Unknown name "circle" at \'location_restriction\': Cannot find field.',
    )
  }
  if (locationBias === undefined) return null
  if (locationRestriction !== undefined) return badRequest('location_bias and location_restriction are exclusive.')
  const circle = isObject(locationBias) ? locationBias.circle : undefined
  if (!isObject(circle)) return null
  const { center, radius } = circle
  const { latitude, longitude } = isObject(center) ? center : {}
  const right = typeof latitude === 'number' && typeof longitude === 'number'
  const near = right && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  if (!near || typeof radius !== 'number' || radius < 0 || radius > 50_000) return badRequest('Invalid location_bias.')
  return { latitude, longitude }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a body's query, even if the rest is invalid; null if it has none. */
export function textQueryOf(body: string): string | null {
  const textQuery = parseObject(body)?.textQuery
  return typeof textQuery === 'string' ? textQuery : null
}
