import { describe, expect, test } from 'vitest'
import { pageParameters } from '@/server/places/links/google-links'
import { parseLinkUrl, queryDecode } from '@/server/places/links/link-url'
import { mapParameters } from '@/server/places/links/map-listing'
import { searchParameters } from '@/server/places/links/search-links'
import { workOn } from '@/server/places/links/work'
import { rareLinks } from './rare-links'
import { realLinks } from './real-links'

/** Links, each with its CID. */
const links = [...Object.values(realLinks), ...Object.values(rareLinks)].flat().flatMap(({ url, cid }) => {
  const link = parseLinkUrl(url)
  return link && cid ? [{ link, cid }] : []
})

/** Parameters that fewer than two of these links have, and why they are read anyway. */
const singles: Record<string, string> = {
  'map place_id': 'the same link stands in the tests and guides of five public projects',
  'map q (cid:)': 'embeds that eight public projects build; the label says what the number is',
  'local prspp': 'one link; its token is a place id and a review id, in the format of place ids',
}

/** The links for each group of rules. */
const pages: Record<string, RegExp> = {
  map: /^(?!maps\.googleapis)(?:maps\.google\.|[^/]+\/maps)/,
  search: /^[^/]+\/search/,
  create: /^business\./,
  place: /^local\./,
  local: /^[^/]+\/local\//,
  earth: /^[^/]+\/earth\//,
  api: /^maps\.googleapis\.com\//,
}

const rules = [
  ...mapParameters.map(
    ([name, read, form]) => [name === 'q' && form === 'cid_link' ? 'map q (cid:)' : `map ${name}`, name, read] as const,
  ),
  ...searchParameters.map(([name, read]) => [`search ${name}`, name, read] as const),
  ...Object.entries(pageParameters).flatMap(([page, parameters]) =>
    parameters.map(([name, read]) => [`${page} ${name}`, name, read] as const),
  ),
]

describe('a parameter that Pinref reads identifies the listing in at least two known links, or is an exception', () => {
  test.each(rules)('%s', (rule, name, read) => {
    const page = pages[rule.split(' ')[0] ?? '']
    const seen = links.filter(
      ({ link, cid }) =>
        page?.test(link.host + link.path) &&
        [...(link.query.get(name) ?? []), ...(link.fragment.get(name) ?? [])].some(
          (value) => String(read(queryDecode(value), workOn(value))?.id.cid) === cid,
        ),
    )
    if (rule in singles) expect(seen.length, singles[rule]).toBeLessThan(2)
    else expect(seen.length).toBeGreaterThanOrEqual(2)
  })
})
