import { listingName } from './listing-name'
import type { ListingView } from './listing-rows'

/**
 * Writes JSON-LD for a web page about the listing, with `hasMap` (https://schema.org/hasMap). It leaves out the rating, because
 * search engines want ratings to be the page's own, and the name if the title may contain more than a name.
 * @returns a script element, escaped so that a name cannot close it.
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
