import { env } from '@/server/env'
import { featureIdOf } from '@/server/identifiers/place-id'
import { convert } from '@/server/listings/convert'
import { assembleListing, type Listing } from '@/server/listings/listing'
import { search } from '@/server/listings/search'
import { sampleSource } from '@/server/sources/sample/sample-source'
import type { ApiExample } from './api-section'

/** Trevi Fountain: known to everybody, and in the sample with all its fields. */
const placeId = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

/** A real listing of the sample, as an answer shows it. */
export async function specimen(): Promise<Listing & { address: string | null }> {
  const featureId = featureIdOf(placeId)
  const details = featureId && (await sampleSource.details({ cid: featureId.cid, placeId }, AbortSignal.abort()))
  if (!details) throw new Error('The specimen is not in the sample.')
  return {
    ...assembleListing({ cid: featureId.cid, placeId, kgId: null, title: null }, details),
    address: details.address,
  }
}

/** A call of each operation, and its real answer on the sample. */
export async function apiExamples(): Promise<ApiExample[]> {
  const { address: _, ...listing } = await specimen()
  const [found] = await search({ name: 'trevi', country: 'IT' }, sampleSource, AbortSignal.abort())
  return [
    example(
      '/api/resolve',
      'Anything that points at a listing, to the listing.',
      { url: placeId },
      { ...listing, rate_limit: firstCallRateLimit() },
    ),
    example(
      '/api/search',
      'A name, and a country if you know it, to at most 20 listings.',
      { name: 'trevi', country: 'IT' },
      { results: [found] },
    ),
    example('/api/convert', 'A CID either way. Arithmetic alone.', { cid: listing.hex_cid }, convert(listing.hex_cid)),
  ]
}

/** Where a visitor's quota stands after the first call of a day. */
export function firstCallRateLimit() {
  const limit = env().FREE_DAILY_QUOTA
  return { authenticated: false, limit: String(limit), remaining: Math.max(0, limit - 1) }
}

function example(path: string, says: string, body: object, answer: object): ApiExample {
  return {
    path,
    says,
    curl: `curl ${env().APP_URL}${path} \\\n  -d '${JSON.stringify(body)}'`,
    answer: JSON.stringify(answer, null, 2),
  }
}
