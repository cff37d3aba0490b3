import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Sample } from './sample'

/**
 * Returns samples for watchlists: how to start, and how to act on events.
 * @param base this server's address.
 * @param placeId of a listing to watch.
 */
export const watchSamples = (base: string, placeId: string) =>
  ({
    watchStart: {
      title: 'Watch a listing',
      codes: [{ language: 'curl', code: start(`${base}/api/watchlists`, placeId) }],
      prints: null,
    },
    watchCrm: { title: 'Update a CRM', codes: [{ language: 'JavaScript', code: crm }], prints: null },
  }) satisfies Record<string, Sample>

const start = (at: string, placeId: string) => `key='X-API-Key: ${keyPlaceholder}'
at=${at}
id=$(curl -sf "$at" -H "$key" -d '{"name": "Branches"}' | grep -o 'watch_[0-9A-Za-z]*')

curl -sf "$at/$id/listings" -H "$key" \\
  -d '{"listings": [{"url": "${placeId}", "reference": "rome-01"}]}'

curl -sf "$at/$id/events" -H "$key"`

/** A server on port 8080 that updates records in a CRM. The CRM's address and the secret are in the environment. */
const crm = `import { createServer } from 'node:http'
import { CallbackError, verifyCallback } from 'pinref'

const { CRM_URL, PINREF_CALLBACK_SECRET } = process.env

async function update({ type, reference, listing }) {
  if (reference === null || listing === null) return
  const { cid, place_id } = listing
  const fields = type === 'listing.gone' ? { closed: true } : { closed: false, cid, place_id }
  const response = await fetch(CRM_URL + '/shops/' + encodeURIComponent(reference), {
    method: 'PATCH',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
  if (!response.ok) throw new Error('The CRM returned ' + response.status + ' for ' + reference)
}

createServer(async (request, response) => {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  try {
    const event = await verifyCallback(body, request.headers, PINREF_CALLBACK_SECRET)
    if (event.type === 'watch.events') for (const one of event.data.events) await update(one)
    response.writeHead(204).end()
  } catch (error) {
    console.error(error.message)
    response.writeHead(error instanceof CallbackError ? 400 : 500).end()
  }
}).listen(8080)`
