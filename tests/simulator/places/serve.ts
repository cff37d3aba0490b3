import type { IncomingMessage } from 'node:http'
import type { Served } from '../behaviour'
import { serveDetails, type ZeroHalf } from './details'
import { notAnApi, placesError } from './errors'
import type { PlaceOf } from './find'
import { keyFault } from './keys'
import { serveSearch } from './search'

/** The Places API (New) method that a call is for, with the place id for Details as sent. */
export type PlacesCall = { upstream: 'details'; placeId: string } | { upstream: 'search' }

/** @param path the path without the query. */
export function readPlacesCall(method: string | undefined, path: string): PlacesCall | null {
  if (method === 'POST' && path === '/v1/places:searchText') return { upstream: 'search' }
  const [, segment] = /^\/v1\/places\/([^/]+)$/.exec(path) ?? []
  return method === 'GET' && segment ? { upstream: 'details', placeId: decoded(segment) } : null
}

/** Responds like Google: checks the key first, then the mask, then the request. */
export function servePlaces(
  call: PlacesCall | null,
  request: IncomingMessage,
  query: URLSearchParams,
  body: string,
  zeroHalf: ZeroHalf,
  placeOf: PlaceOf,
): Served {
  if (call === null) return { answer: notAnApi() }
  const fault = keyFault(request.headers, query)
  if (fault) return { answer: placesError(fault, call.upstream === 'search' ? 'SearchText' : 'GetPlace') }
  if (call.upstream === 'search') return serveSearch(request, query, body, placeOf)
  return serveDetails(request, query, call.placeId, zeroHalf, placeOf)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
