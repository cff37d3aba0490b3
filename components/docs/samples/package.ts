import { help } from '@/clients/npm/src/cli/help'
import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Listing } from '@/server/features/listings/shapes'
import type { Sample } from './sample'

const javaScript = (title: string, code: string, prints: string | null): Sample => ({
  title,
  codes: [{ language: 'JavaScript', code }],
  prints,
})

const shell = (title: string, code: string, prints: string | null = null): Sample => ({
  title,
  codes: [{ language: 'shell', code }],
  prints,
})

const json = (value: unknown) => JSON.stringify(value, null, 2)

/**
 * Returns samples for the npm package: the reader and the client.
 * @param base the address of this server.
 * @param example one of its listings.
 */
export function packageSamples(base: string, example: Listing) {
  const { cid, hex_cid, place_id, feature_id, title } = example
  const client = `import { Pinref } from 'pinref'

const pinref = new Pinref({ apiKey: '${keyPlaceholder}', baseUrl: '${base}' })
`
  return {
    packageInstall: shell('Install the package', 'npm install pinref'),
    packageRead: javaScript(
      'Read identifiers without a call',
      `import { convertCid, placeIdOf, readReference } from 'pinref/reader'

const reference = readReference('https://www.google.com/maps/place/?q=place_id:${place_id}')
if (reference.kind === 'listing') console.log(reference.listing.cid)
else console.log('a short link: ' + reference.url)

console.log(convertCid('${cid}').hex_cid)
console.log(placeIdOf('${feature_id}'))`,
      [cid, hex_cid, place_id].join('\n'),
    ),
    packageResolve: javaScript(
      'Look up a listing',
      `${client}
const { title, rating, place_id } = await pinref.resolve('https://maps.google.com/?cid=${cid}')
console.log(JSON.stringify({ title, rating, place_id }, null, 2))`,
      json({ title, rating: example.rating, place_id }),
    ),
    packageMany: javaScript(
      'Look up many links',
      `${client}
const links = ['https://maps.google.com/?cid=${cid}', 'https://example.com']

for await (const { input, listing, error } of pinref.resolveAll(links, { details: 'none' })) {
  console.log(input, error ? error.code : listing.hex_cid)
}`,
      `https://maps.google.com/?cid=${cid} ${hex_cid}\nhttps://example.com unsupported_link`,
    ),
    packageErrors: javaScript(
      'Handle errors',
      `import { Pinref, PinrefError } from 'pinref'

const pinref = new Pinref({ apiKey: '${keyPlaceholder}', baseUrl: '${base}' })

try {
  await pinref.resolve('https://www.google.com/maps/@41.9,12.48,17z', { signal: AbortSignal.timeout(20_000) })
} catch (error) {
  if (!(error instanceof PinrefError)) throw error
  if (error.code === 'no_listing_in_link') console.log(error.message)
  else if (error.status === 429) console.log('Try again in ' + error.retryAfterSeconds + ' seconds.')
  else throw error
}`,
      'This link shows an area of the map, not a listing. Open the listing in Google Maps, choose Share, and paste that link.',
    ),
    packageWatch: javaScript(
      'Watch listings',
      `${client}
const { id } = await pinref.watchlists.create({ name: 'Branches', period: 'monthly' })
const { created_count } = await pinref.watchlists.createListings(id, [{ url: '${place_id}', reference: 'rome-01' }, 'no link'])
console.log(created_count + ' added')

for await (const { type, reference, text } of pinref.watchlists.listEvents(id)) {
  console.log(type, reference ?? text)
}`,
      '2 added\nlisting.unreadable no link',
    ),
    packageBatch: javaScript(
      'Run a batch',
      `${client}
const shops = [
  { url: '${place_id}', shop: 'first' },
  { url: 'https://example.com', shop: 'second' },
]
const { id } = await pinref.batches.run(shops, { details: 'none' })

for await (const { input, listing, problem } of pinref.batches.listResults(id)) {
  console.log(input.shop, listing?.cid ?? problem.code)
}`,
      `first ${cid}\nsecond unsupported_link`,
    ),
  } satisfies Record<string, Sample>
}

/**
 * Returns samples for the command line. The commands read `links.txt` and `shops.csv`, whose second entry is not a
 * listing.
 * @param base the address of this server.
 * @param example one of its listings.
 */
export function commandSamples(base: string, example: Listing) {
  const { cid, hex_cid, place_id } = example
  const link = `https://maps.google.com/?cid=${cid}`
  return {
    commandServer: shell('Set the server', `export PINREF_URL=${base}`),
    commandLookup: shell('Look up a link', `npx pinref '${link}'`, lookupText(example)),
    commandJson: shell(
      'Get one field',
      `npx pinref '${link}' --json --details none | grep '"cid"'`,
      `"cid": "${cid}",`,
    ),
    commandRead: shell(
      'Read identifiers offline',
      `npx pinref read '${place_id}' --json | grep hex_cid`,
      `"hex_cid": "${hex_cid}",`,
    ),
    commandHelp: shell('Show all options', 'npx pinref --help', help.trimEnd()),
    commandLines: shell(
      'Look up lines',
      'cat links.txt | npx pinref --jsonl > found.jsonl',
      '<stdin>:2:1: example.com is not a Google Maps address. Paste a share link from Google Maps, a place id, or a CID.',
    ),
    commandLogin: shell('Store an API key', `echo '${keyPlaceholder}' | npx pinref login`),
    commandWatch: shell(
      'Watch the listings in a CSV file',
      'npx pinref watch create Shops shops.csv --column link --reference-column shop --jsonl | grep -o \'"name":"[^"]*"\'',
      `shops.csv:3:13: example.com is not a Google Maps address. Paste a share link from Google Maps, a place id, or a CID.
2 listings added. 1 of them can't be read.
"name":"Shops"`,
    ),
    commandBulk: shell(
      'Look up a file',
      'npx pinref bulk shops.csv -o found.xlsx --details none',
      `Reading links from "link" (column B), names from "shop" (column A).
shops.csv:3:13: example.com is not a Google Maps address. Paste a share link from Google Maps, a place id, or a CID.
3 rows: 1 heading, 2 lines. 1 found, 1 to check: 1 unreadable. The results are in found.xlsx.`,
    ),
  } satisfies Record<string, Sample>
}

/** Formats a listing as the command line prints it. */
function lookupText({ title, address, rating, reviews_count, ...listing }: Listing): string {
  return [
    title,
    address,
    [rating && `${rating} stars`, reviews_count !== null && `${reviews_count.toLocaleString('en')} reviews`]
      .filter(Boolean)
      .join(', '),
    `Place id    ${listing.place_id}`,
    `CID         ${listing.cid}`,
    `Hex CID     ${listing.hex_cid}`,
    `Feature id  ${listing.feature_id}`,
    `Maps link   ${listing.maps_url}`,
    `Review link ${listing.review_url}`,
  ]
    .filter(Boolean)
    .join('\n')
}
