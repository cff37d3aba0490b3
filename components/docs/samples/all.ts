import { cache } from 'react'
import { exampleListing } from '@/server/entrances/rest/examples/operations'
import { convert } from '@/server/features/listings/convert'
import { env } from '@/server/platform/settings/env'
import { agentSample } from './agent'
import { bigNumberSample, unpackSample } from './arithmetic'
import { callbackSample } from './callback'
import { pythonClientSamples, sheetsSample } from './clients'
import { batchPartsSample, csvBatchSample } from './csv-batch'
import { jsonLdSample } from './json-ld'
import { actionsSample, n8nSample, zapierSample } from './no-code'
import { operatingSamples } from './operating'
import { commandSamples, packageSamples } from './package'
import { endpointSamples, requestSamplesOfDocs } from './requests'
import { retrySample } from './retry'
import type { Sample } from './sample'
import { staleIdsSample } from './stale-ids'
import { watchSamples } from './watch'

/** Returns every docs sample by id; built once per request. */
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
    jsonLd: jsonLdSample(env().APP_URL, `https://maps.google.com/?cid=${cid}`, example),
    staleIds: staleIdsSample(env().APP_URL, placeId),
    ...watchSamples(env().APP_URL, placeId),
    agent: agentSample(env().APP_URL, convert(cid, env())),
    sheets: sheetsSample(env().APP_URL, env().MAP_HOST),
    ...packageSamples(env().APP_URL, example),
    ...commandSamples(env().APP_URL, example),
    ...pythonClientSamples(env().APP_URL, example),
    n8n: n8nSample(env().APP_URL),
    zapier: zapierSample(),
    actions: actionsSample(env().APP_URL),
    ...operatingSamples(env().APP_URL, placeId),
  } satisfies Record<string, Sample>
})

export type SampleId = keyof Awaited<ReturnType<typeof allSamples>>
