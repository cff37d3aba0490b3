import { cache } from 'react'
import { exampleListing } from '@/components/samples/example-listing'
import { env } from '@/server/env'
import { bigNumberSample, unpackSample } from './arithmetic'
import { callbackSample } from './callback'
import { batchPartsSample, csvBatchSample } from './csv-batch'
import { endpointSamples } from './endpoints'
import { operatingSamples } from './operating'
import { requestSamplesOfDocs } from './requests'
import { retrySample } from './retry'
import type { Sample } from './sample'

/** Every sample of the docs by its id; built once per request. */
export const allSamples = cache(async () => {
  const example = await exampleListing()
  const { cid, place_id } = example
  const placeId = place_id ?? ''
  return {
    ...(await requestSamplesOfDocs()),
    ...endpointSamples(env().APP_URL, example),
    csvBatch: csvBatchSample(env().APP_URL),
    batchParts: batchPartsSample(env().APP_URL, placeId),
    callback: callbackSample(),
    retry: retrySample(env().APP_URL, `https://maps.google.com/?cid=${cid}`),
    bigNumber: bigNumberSample(cid),
    unpack: unpackSample(placeId),
    ...operatingSamples(env().APP_URL, placeId),
  } satisfies Record<string, Sample>
})

export type SampleId = keyof Awaited<ReturnType<typeof allSamples>>
