import { type ApiRequest, curlSample } from '@/components/samples/request-samples'
import { env } from '@/server/env'
import { convert } from '@/server/listings/convert'
import { search } from '@/server/listings/search'
import { exampleListing, exampleRateLimit, ofExamples } from '@/server/rest/examples/listing'
import { examplePlaceId } from '@/server/rest/examples/place-id'
import { sampleSource } from '@/server/sources/sample/sample-source'
import type { ApiExample } from './api-section'

/** Returns a call of each operation, and its real answer for the sample listings. */
export async function apiExamples(): Promise<ApiExample[]> {
  const listing = await exampleListing()
  const [found] = await search({ name: 'trevi', country: 'IT' }, sampleSource, ofExamples)
  return [
    example(
      '/api/resolve',
      'From any link or identifier to the listing.',
      { url: examplePlaceId },
      { ...listing, rate_limit: exampleRateLimit() },
    ),
    example(
      '/api/search',
      'From a name, and a country if you know it, to up to 20 listings.',
      { name: 'trevi', country: 'IT' },
      { results: [found] },
    ),
    example(
      '/api/convert',
      'A CID from decimal to hexadecimal and back.',
      { cid: listing.hex_cid },
      convert(listing.hex_cid, env()),
    ),
  ]
}

function example(path: ApiRequest['path'], description: string, body: ApiRequest['body'], answer: object): ApiExample {
  return {
    path,
    description,
    curl: curlSample({ base: env().APP_URL, path, body, key: null }),
    answer: JSON.stringify(answer, null, 2),
  }
}
