import { PinrefError } from '@/server/errors'

const openIt = 'Open it in a browser and paste the address it leads to.'
const tryAgain = 'Check that the whole link was copied and try again in a minute.'

/** The link could not be followed: no address, no connection, no answer in time, or one that makes no sense. */
export function unreachable(cause?: unknown): PinrefError {
  return new PinrefError(
    'link_unreachable',
    `This share link could not be followed right now. ${tryAgain} If it still fails, open it in a browser and paste the address it leads to.`,
    { cause },
  )
}

/** The link leads through too many redirects, in a circle, or to a page that says nothing about a listing. */
export function leadsNowhere(): PinrefError {
  const detail = `This share link does not lead to a listing. Check that the whole link was copied. ${openIt}`
  return new PinrefError('link_unreachable', detail, { retryAfterSeconds: 3_600, isOfInput: true })
}

/** The link leads to an address that is never requested. */
export function leadsElsewhere(): PinrefError {
  return new PinrefError(
    'link_unreachable',
    'This share link leads to a page outside Google Maps. Open the listing in Google Maps, choose Share and paste that link.',
    { retryAfterSeconds: 3_600, isOfInput: true },
  )
}

/** The link does not exist, or no longer does. */
export function deadLink(): PinrefError {
  return new PinrefError(
    'listing_not_found',
    'This share link does not exist or no longer works. Open the listing in Google Maps, choose Share and paste the new link.',
  )
}

/** Google answers this server with a page for robots instead of the link's address. */
export function blocked(): PinrefError {
  return new PinrefError(
    'upstream_blocked',
    `Google is blocking share links from this server right now. Try again later, or open the link in a browser and paste the address it leads to.`,
  )
}
