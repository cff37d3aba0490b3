import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Served } from './behaviour'
import type { Call } from './calls'
import { type Legacy, readLegacyCall, serveLegacy } from './legacy/serve'
import { readGatewayPath } from './links/link-request'
import { serveLink } from './links/serve'
import type { ZeroHalf } from './places/details'
import type { PlaceOf } from './places/find'
import { textQueryOf } from './places/search-request'
import { readPlacesCall, servePlaces } from './places/serve'
import { type Resolution, readResolutionCall, serveResolution } from './resolution/serve'
import { skuOfDetails, skuOfLegacy, skuOfSearch } from './skus'

/** The simulator state that a response depends on. */
interface Circumstances {
  zeroHalf: ZeroHalf
  legacy: Legacy
  resolution: Resolution
  placeOf: PlaceOf
  /** The number of this call to its link or CID, from 1. */
  visit: number
}

/** A call, and the function that responds to it. */
export interface ReadCall {
  call: Call
  serve: (circumstances: Circumstances) => Served
}

/** Reads a request with its body and determines the upstream. */
export async function readCall(request: IncomingMessage): Promise<ReadCall> {
  const { method = 'GET', url = '/', headers } = request
  const call: Call = {
    upstream: 'other',
    method,
    path: url,
    host: null,
    link: null,
    placeId: null,
    cid: null,
    urls: null,
    query: null,
    sku: null,
    headers,
    body: await text(request),
    at: Date.now(),
    tookMs: null,
    status: null,
    state: 'open',
  }
  const query = new URLSearchParams(url.split(/\?(.*)/s)[1] ?? '')
  const gateway = readGatewayPath(url)
  if (gateway) {
    const { host, path, pathAndQuery } = gateway
    const userAgent = headers['user-agent'] ?? ''
    return {
      call: { ...call, upstream: 'link', path: pathAndQuery, host, link: host + path },
      serve: ({ visit }) => serveLink({ method, host, path, query, userAgent, visit }),
    }
  }
  const path = url.split('?', 1)[0] ?? ''
  const legacyCall = readLegacyCall(method, path, query)
  if (legacyCall) {
    return {
      call: { ...call, ...legacyCall, upstream: 'legacy', sku: skuOfLegacy(query) },
      serve: ({ legacy, visit, placeOf }) => serveLegacy(legacyCall, request, query, legacy, visit, placeOf),
    }
  }
  const urls = readResolutionCall(method, path, call.body)
  if (urls) {
    return {
      call: { ...call, urls, upstream: 'resolution', sku: 'Resolution API' },
      serve: ({ resolution, placeOf }) => serveResolution(urls, request, query, resolution, placeOf),
    }
  }
  const placesCall = readPlacesCall(method, path)
  const what = {
    ...(placesCall?.upstream === 'details' && { placeId: placesCall.placeId, sku: skuOfDetails(headers, query) }),
    ...(placesCall?.upstream === 'search' && { query: textQueryOf(call.body), sku: skuOfSearch(headers, query) }),
  }
  return {
    call: { ...call, ...what, upstream: placesCall?.upstream ?? 'other' },
    serve: ({ zeroHalf, placeOf }) => servePlaces(placesCall, request, query, call.body, zeroHalf, placeOf),
  }
}
