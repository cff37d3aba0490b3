import { PinrefError } from '@/server/errors'

const openIt = 'Or open it in a browser and paste the address it leads to.'
const tryAgain = 'Check that you copied the whole link, and try again in a minute.'

/** The link could not be followed: no address, no connection, no response in time, or an unusable one. */
export function unreachable(cause?: unknown): PinrefError {
  return new PinrefError(
    'link_unreachable',
    `This share link could not be followed right now. ${tryAgain} If it still fails, open the link in a browser and paste the address it leads to.`,
    { cause },
  )
}

/** The link leads through too many redirects, in a loop, or to a page without a listing. */
export function leadsNowhere(): PinrefError {
  const detail = `This share link does not lead to a listing. Check that you copied the whole link. ${openIt}`
  return new PinrefError('link_unreachable', detail, { retryAfterSeconds: 3_600, isOfInput: true })
}

/** The link leads to an address that is never requested. */
export function leadsElsewhere(): PinrefError {
  return new PinrefError(
    'link_unreachable',
    'This share link leads to a page outside Google Maps. Open the listing in Google Maps, choose Share, and paste that link.',
    { retryAfterSeconds: 3_600, isOfInput: true },
  )
}

/** The link does not exist, or no longer does. */
export function deadLink(): PinrefError {
  return new PinrefError(
    'listing_not_found',
    'This share link does not exist or no longer works. Open the listing in Google Maps, choose Share, and paste the new link.',
  )
}

/** Google sends this server a page for robots instead of the link's target. */
export function blocked(): PinrefError {
  return new PinrefError(
    'upstream_blocked',
    `Google is blocking share links from this server right now. Try again later, or open the link in a browser and paste the address it leads to.`,
  )
}
