import type { IncomingMessage } from 'node:http'
import { readReference } from '@/server/places/links/read-reference'
import { recordedLinks } from '@/server/places/sources/sample/listings'
import { type Answer, json } from '../answer'
import type { Served } from '../behaviour'
import { specialTarget } from '../links/serve'
import { badRequest, placesError } from '../places/errors'
import type { PlaceOf } from '../places/find'
import { keyFault } from '../places/keys'
import { strangeLinks } from './strange'

/**
 * The links that the project's Resolution API accepts. `denied`: the API is not enabled. `documented`:
 * `maps.app.goo.gl` and `/maps/place/…`. `every`: also other short links and `?cid=`, which were never recorded.
 */
export type Resolution = 'denied' | 'documented' | 'every'

/** The maximum number of links per call. */
const most = 20

/** Reads a call's links, as sent; null if the address is not this API's. */
export function readResolutionCall(method: string | undefined, path: string, body: string): unknown[] | null {
  if (method !== 'POST' || path !== '/v1:resolveMapsUrls') return null
  try {
    const { urls } = JSON.parse(body)
    return Array.isArray(urls) ? urls : []
  } catch {
    return []
  }
}

/** `POST /v1:resolveMapsUrls`. */
export function serveResolution(
  urls: readonly unknown[],
  request: IncomingMessage,
  query: URLSearchParams,
  resolution: Resolution,
  placeOf: PlaceOf,
): Served {
  const fault = keyFault(request.headers, query)
  if (fault) return { answer: placesError(fault) }
  if (resolution === 'denied') return { answer: notEnabled() }
  if (urls.length === 0) return { answer: badRequest('urls is required.') }
  if (urls.length > most) return { answer: badRequest(`At most ${most} urls are allowed.`) }
  const read = urls.map((url) => (typeof url === 'string' ? resolved(url, resolution, placeOf) : failed))
  const failures = read.flatMap(({ failure }, index) => (failure ? [[`${index}`, failure] as const] : []))
  return {
    answer: json(200, {
      entities: read.map(({ place }) => (place === null ? {} : { place: `places/${place}` })),
      ...(failures.length > 0 && { failedRequests: Object.fromEntries(failures) }),
      saveToMapsUrl: 'https://www.google.com/maps/save/simulated',
    }),
  }
}

interface Resolved {
  place: string | null
  failure?: { code: number; message: string }
}

const failed: Resolved = { place: null, failure: { code: 3, message: 'Invalid URL.' } }

const documented = /^https:\/\/(?:maps\.app\.goo\.gl\/|(?:www\.)?google\.com\/maps\/place\/)/

function resolved(url: string, resolution: Resolution, placeOf: PlaceOf): Resolved {
  if (resolution === 'documented' && !documented.test(url)) return failed
  const strange = strangeLinks.find(({ link }) => url === `https://${link}`)
  if (strange) return { place: strange.place }
  const leadsTo = specialTarget(url)
  const reference = referenceOf(leadsTo ?? url)
  // Recorded links point to listings that exist nowhere else in the simulator.
  const recorded = [...recordedLinks.values()].includes(leadsTo ?? '') ? reference?.placeId : null
  const place = (reference && placeOf(reference.cid)?.listing.placeId) ?? recorded
  return place ? { place } : failed
}

/** Returns the listing that an address identifies without being followed. */
function referenceOf(address: string) {
  try {
    const reference = readReference(address)
    return reference.kind === 'listing' ? reference : null
  } catch {
    return null
  }
}

/** The response of any Google API that a project has not enabled. The wording for this API was not recorded. */
export function notEnabled(): Answer {
  const message =
    'Maps Experience Agent Tools API has not been used in project 123456789012 before or it is disabled. Enable it by ' +
    'visiting https://console.developers.google.com/apis/api/mapstools.googleapis.com/overview?project=123456789012 then retry.'
  const reason = {
    '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
    reason: 'SERVICE_DISABLED',
    domain: 'googleapis.com',
  }
  return json(403, { error: { code: 403, message, status: 'PERMISSION_DENIED', details: [reason] } })
}
