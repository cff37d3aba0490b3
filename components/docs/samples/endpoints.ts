import { type ApiRequest, batchPlaceholder, keyPlaceholder, requestSamples } from '@/components/samples/request-samples'
import type { Listing } from '@/server/listings/shapes'
import { batchExamples } from '@/server/rest/examples/operations'
import type { Sample } from './sample'

/** A request to an operation that needs a key, and its answer if that is worth showing. */
interface Example extends Pick<ApiRequest, 'path' | 'body'> {
  title: string
  method: NonNullable<ApiRequest['method']>
  answer?: object
}

const batches = '/api/batches'
const batch = `${batches}/${batchPlaceholder}` as const

/**
 * Returns a call of every operation that needs a key, under its id in the OpenAPI document.
 * @param base the address of this server.
 * @param listing the one that is looked up.
 */
export function endpointSamples(base: string, listing: Pick<Listing, 'cid' | 'place_id'>) {
  const shown = batchExamples(listing)
  const post = (title: string, step: string): Example => ({
    title,
    method: 'POST',
    path: `${batch}/${step}`,
    body: null,
  })
  const examples = {
    'batches-make': { title: 'Make a batch', method: 'POST', path: batches, ...shown['batches-make'] },
    'batches-list': { title: 'List the batches', method: 'GET', path: batches, body: null },
    'batches-get': { title: 'Read where a batch stands', method: 'GET', path: batch, body: null },
    'batches-putPart': { title: 'Send a part', method: 'PUT', path: `${batch}/parts/1`, ...shown['batches-putPart'] },
    'batches-start': post('Start a batch', 'start'),
    'batches-pause': post('Pause a batch', 'pause'),
    'batches-resume': post('Resume a batch', 'resume'),
    'batches-cancel': post('Cancel a batch', 'cancel'),
    'batches-results': {
      ...{ title: 'Fetch results', method: 'GET', path: `${batch}/results?after=0`, body: null },
      ...shown['batches-results'],
    },
    'batches-remove': { title: 'Delete a batch', method: 'DELETE', path: batch, body: null },
    usage: { title: 'Read the usage of the month', method: 'GET', path: '/api/usage', body: null },
    key: { title: 'Read what a key may do', method: 'GET', path: '/api/key', body: null },
  } satisfies Record<string, Example>
  const sampleOf = ({ title, answer, ...called }: Example): Sample => {
    const request = { ...called, base, key: keyPlaceholder }
    return { title, codes: requestSamples(request), prints: answer ? JSON.stringify(answer, null, 2) : null, request }
  }
  type Id = keyof typeof examples
  return Object.fromEntries(Object.entries(examples).map(([id, example]) => [id, sampleOf(example)])) as Record<
    Id,
    Sample
  >
}
