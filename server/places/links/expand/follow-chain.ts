import { setTimeout as sleep } from 'node:timers/promises'
import { googleSite } from '@/server/places/links/link-url'
import { isShortLinkHost } from '@/server/places/links/reference'
import { UpstreamFailure } from '@/server/places/upstream/failure'
import { PinrefError } from '@/server/platform/problems/errors'
import type { FetchHop, HopAnswer } from './fetch-hop'
import { type ExpandedLink, type NamesNothing, readPage, readTarget, type Step } from './target'

/**
 * How a chain ended. `dead`: there is no such link. `elsewhere`: an address that is never requested. `nowhere`: a loop,
 * too many hops, or a response without a listing. None of these means that the upstream is unhealthy.
 */
export type ChainEnd =
  | { kind: 'found'; url: URL; target: ExpandedLink | NamesNothing }
  | { kind: 'dead' | 'elsewhere' | 'nowhere' }

export interface Chain {
  fetchHop: FetchHop
  /** How long the whole chain may take. The signal that is passed with the chain enforces this limit. */
  timeoutMs: number
  /** The pause before a link that was not found is retried. */
  pauseMs: number
}

/** The maximum number of addresses requested, including the short link itself. */
const maxHops = 5
const redirects: readonly number[] = [301, 302, 303, 307, 308]

/**
 * Follows a short link until an address reveals the target. That address itself is not requested.
 * @throws PinrefError `upstream_blocked`, UpstreamFailure if a hop fails.
 */
export async function followChain(start: URL, chain: Chain, signal: AbortSignal): Promise<ChainEnd> {
  const requested = new Set<string>()
  const fetchHop = retryingOn404(chain)
  let url = start
  while (requested.size < maxHops) {
    if (!mayFollow(url)) return { kind: 'elsewhere' }
    if (requested.has(url.href)) return { kind: 'nowhere' }
    requested.add(url.href)
    const outcome = read(await fetchHop(url, signal), url)
    if (!('target' in outcome)) return outcome
    const { target } = outcome
    if (target.kind === 'blocked') throw blocked()
    if (target.kind !== 'onward') return { kind: 'found', url: outcome.url, target }
    url = target.url
  }
  return { kind: 'nowhere' }
}

/** Retries once per chain after a pause, because working maps.app.goo.gl links sometimes return 404 for a moment. */
function retryingOn404({ fetchHop, timeoutMs, pauseMs }: Chain): FetchHop {
  const latestMs = performance.now() + timeoutMs - pauseMs
  let patience = 1
  return async (url, signal) => {
    const answer = await fetchHop(url, signal)
    const again = answer.status === 404 && url.hostname === 'maps.app.goo.gl' && performance.now() < latestMs
    if (!again || patience-- < 1) return answer
    await sleep(pauseMs, undefined, { signal })
    return fetchHop(url, signal)
  }
}

function read({ status, location, page }: HopAnswer, url: URL): Step | ChainEnd {
  if (status === 429) throw blocked()
  if (status === 404 || status === 410) return { kind: 'dead' }
  if (redirects.includes(status)) return location === null ? { kind: 'nowhere' } : stepTo(location, url)
  const reading = page === null ? null : readPage(page, url)
  if (reading?.kind === 'blocked') throw blocked()
  if (status >= 500) throw new UpstreamFailure('server_error', unexpectedStatus(url, status))
  if (status === 403) throw new UpstreamFailure('bad_answer', unexpectedStatus(url, status))
  if (reading === null || reading.kind === 'nothing') return { kind: 'nowhere' }
  return reading.kind === 'step' ? reading.step : { kind: 'dead' }
}

const unexpectedStatus = ({ hostname }: URL, status: number) => new Error(`${hostname} returned ${status}`)

function stepTo(location: string, base: URL): Step | ChainEnd {
  if (!URL.canParse(location, base.href)) return { kind: 'nowhere' }
  const url = new URL(location, base)
  return /^https?:$/.test(url.protocol) ? { url, target: readTarget(url) } : { kind: 'elsewhere' }
}

/**
 * Whether a chain of redirects may request an address: HTTPS on port 443, no user info, and exactly one of these hosts.
 * No spelling of an IP address is allowed.
 *
 * - short links: `maps.app.goo.gl`, `goo.gl`, `share.google`, `g.co`, `g.page`
 * - `google.<tld>` and its `www.`, `maps.`, and `search.`, for every country domain that `server/places/links/link-url.ts`
 *   lists
 *
 * Consent and sign-in pages contain their target in their own address and are never requested.
 */
export function mayFollow({ protocol, port, username, password, hostname }: URL): boolean {
  // The URL class drops the port if it is the scheme's default.
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false
  const site = googleSite(hostname)
  return isShortLinkHost(hostname) || site === 'www' || site === 'maps' || site === 'search'
}

const openIt = 'Or open the link in a browser and paste the resulting address.'
const tryAgain = 'Check that you copied the whole link, and try again in a minute.'

/**
 * The error for a link that could not be followed: no address, no connection, no response in time, or an unusable
 * response.
 */
export function unreachable(cause?: unknown): PinrefError {
  return new PinrefError(
    'link_unreachable',
    `This share link could not be followed right now. ${tryAgain} If it still fails, open the link in a browser and paste the resulting address.`,
    { cause },
  )
}

/** The error for a link with too many redirects, a redirect loop, or a target page without a listing. */
export function leadsNowhere(): PinrefError {
  const detail = `This share link does not lead to a listing. Check that you copied the whole link. ${openIt}`
  return new PinrefError('link_unreachable', detail, { retryAfterSeconds: 3_600, isOfInput: true })
}

/** The error for a link to an address that is never requested. */
export function leadsElsewhere(): PinrefError {
  return new PinrefError(
    'link_unreachable',
    'This share link leads to a page outside Google Maps. Open the listing in Google Maps, choose Share, and paste that link.',
    { retryAfterSeconds: 3_600, isOfInput: true },
  )
}

/** The error for a link that does not exist or no longer exists. */
export function deadLink(): PinrefError {
  return new PinrefError(
    'listing_not_found',
    'This share link does not exist or no longer works. Open the listing in Google Maps, choose Share, and paste the new link.',
  )
}

/** The error if Google sends this server a page for robots instead of the link's target. */
export function blocked(): PinrefError {
  return new PinrefError(
    'upstream_blocked',
    `Google is blocking share links from this server right now. Try again later, or open the link in a browser and paste the resulting address.`,
  )
}
