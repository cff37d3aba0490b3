import { listingName } from './listing-name'
import type { ListingView } from './listing-rows'

/**
 * A schema.org snippet for a page about the listing, with `hasMap` (https://schema.org/hasMap). Ratings are left out: search
 * engines want those to be the page's own. So is a name that may be more than a name.
 * @returns a whole script element; a name in it cannot end it.
 */
export function jsonLd(listing: ListingView): string {
  const { title, address, maps_url, schema_hasmap = maps_url } = listing
  const name = title ? listingName(listing) : 'The name of the business'
  const place = {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    ...(name && { name }),
    ...(address && { address }),
    hasMap: schema_hasmap,
  }
  const text = JSON.stringify(place, null, 2).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/ld+json">\n${text}\n</script>`
}
