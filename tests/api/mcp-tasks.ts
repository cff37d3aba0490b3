import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { sampleListings } from '@/server/places/sources/sample/listings'

/** Calls a tool and returns its structured content, or undefined if the call fails. */
// biome-ignore lint/suspicious/noExplicitAny: agents read answers of every shape.
type CallTool = (name: string, input: object) => Promise<any>

/** A task for an agent, and the calls that it takes. */
export interface Task {
  title: string
  /** The agent's findings. */
  outcome: unknown
  /**
   * The calls before `resolve_listings`, `fields`, and `wait_seconds` existed. `ended` waits until a batch has ended,
   * without making a call.
   */
  before(call: CallTool, ended: (batch: string) => Promise<void>): Promise<unknown>
  /** How many calls and characters `before` took, measured by `MCP_TASKS=before`: see `mcp-tasks.test.ts`. */
  measured: { calls: number; characters: number }
  now(call: CallTool): Promise<unknown>
}

const places = sampleListings.map(({ placeId, title, rating, reviewsCount }) => ({
  placeId,
  title,
  rating: rating?.toFixed(1),
  reviews: reviewsCount ?? undefined,
  link: `https://www.google.com/maps/place/?q=place_id:${placeId}`,
  cid: featureIdOf(placeId)?.cid ?? 0n,
  reviewUrl: `https://search.google.com/local/writereview?placeid=${placeId}`,
}))

const range = <T>(length: number, of: (index: number) => T): T[] => Array.from({ length }, (_, index) => of(index))

/** Calls a tool for each of several inputs, one after the other. */
async function each(call: CallTool, name: string, inputs: readonly object[]) {
  const values = []
  for (const input of inputs) values.push(await call(name, input))
  return values
}

const shareLinks = ['https://maps.app.goo.gl/X5bZDTSFfdRzchGY6', 'https://maps.google.com/?cid=17051943568117747154']
const five = places.slice(0, 5)
const sixty = places.slice(0, 60)
const ten = places.slice(20, 30)
const clients = range(250, (at) => 9_000_000_000_000_000_001n + BigInt(at))
const businesses = ['Space Needle, Seattle', 'Petco, Rego Park', 'Restaurant Hubert, Sydney']
const businessIds = ['Space Needle', 'Petco', 'Restaurant Hubert'].map(
  (name) => places.find(({ title }) => title === name)?.placeId,
)
const exported = places.slice(30, 38).map(({ cid }) => cid)
const stored = places.slice(40, 52)
/** Every fourth line is not a listing. */
const pasted = range(20, (at) => (at % 4 === 3 ? `https://example.com/shop/${at}` : (places[at]?.link ?? '')))
/** The last five lines repeat earlier listings in other notations. */
const merged = [
  ...places.slice(60, 70).map(({ link }) => link),
  ...places.slice(60, 65).map(({ cid }) => `https://maps.google.com/?cid=${cid}`),
]

export const tasks: readonly Task[] = [
  {
    title: 'whether two links lead to the same place',
    outcome: true,
    async before(call) {
      const [one, other] = await each(
        call,
        'resolve_listing',
        shareLinks.map((url) => ({ url })),
      )
      return one.cid === other.cid
    },
    measured: { calls: 2, characters: 2_746 },
    async now(call) {
      const { results } = await call('resolve_listings', { links: shareLinks, fields: ['cid'] })
      return results[0].cid === results[1].cid
    },
  },
  {
    title: 'the review links of five listings',
    outcome: five.map(({ reviewUrl }) => reviewUrl),
    async before(call) {
      const found = await each(
        call,
        'resolve_listing',
        five.map(({ link: url }) => ({ url })),
      )
      return found.map(({ review_url }) => review_url)
    },
    measured: { calls: 5, characters: 8_348 },
    async now(call) {
      const links = five.map(({ link }) => link)
      const { results } = await call('resolve_listings', { links, details: 'none', fields: ['review_url'] })
      return results.map(({ review_url }: { review_url: string }) => review_url)
    },
  },
  {
    title: 'the names and ratings of 60 links',
    outcome: sixty.map(({ title, rating }) => [title, rating]),
    async before(call, ended) {
      const { id } = await call('create_batch', { lines: sixty.map(({ link }) => link) })
      await ended(id)
      const first = await call('get_batch', { id })
      const second = await call('get_batch', { id, after: first.after })
      return [...first.results, ...second.results].map(({ listing }) => [listing.title, listing.rating ?? undefined])
    },
    measured: { calls: 3, characters: 99_247 },
    async now(call) {
      const links = sixty.map(({ link }) => link)
      const { results } = await call('resolve_listings', { links, fields: ['title', 'rating'] })
      return results.map(({ title, rating }: Record<string, string>) => [title, rating])
    },
  },
  {
    title: 'the hexadecimal CIDs of 250 links',
    outcome: clients.map((cid) => `0x${cid.toString(16)}`),
    async before(call, ended) {
      const lines = clients.map((cid) => `https://maps.google.com/?cid=${cid}`)
      const { id } = await call('create_batch', { lines, details: 'none' })
      await ended(id)
      const found = []
      for (let after = 0; after < lines.length; ) {
        const page = await call('get_batch', { id, after })
        found.push(...page.results)
        after = page.after
      }
      return found.map(({ listing }) => listing.hex_cid)
    },
    measured: { calls: 6, characters: 284_176 },
    async now(call) {
      const lines = clients.map((cid) => `https://maps.google.com/?cid=${cid}`)
      const { id } = await call('create_batch', { lines, details: 'none' })
      const { results } = await call('get_batch', { id, wait_seconds: 30, limit: 250, fields: ['hex_cid'] })
      return results.map(({ hex_cid }: { hex_cid: string }) => hex_cid)
    },
  },
  {
    title: 'how ten competitors compare in rating and reviews',
    outcome: ten.map(({ rating, reviews }) => [rating, reviews]),
    async before(call) {
      const found = await each(
        call,
        'resolve_listing',
        ten.map(({ placeId: url }) => ({ url })),
      )
      return found.map(({ rating, reviews_count }) => [rating ?? undefined, reviews_count ?? undefined])
    },
    measured: { calls: 10, characters: 15_784 },
    async now(call) {
      const links = ten.map(({ placeId }) => placeId)
      const { results } = await call('resolve_listings', { links, fields: ['title', 'rating', 'reviews_count'] })
      return results.map(({ rating, reviews_count }: Record<string, unknown>) => [rating, reviews_count])
    },
  },
  {
    title: 'the review links of three businesses by name',
    outcome: businessIds.map((id) => `https://search.google.com/local/writereview?placeid=${id}`),
    async before(call) {
      const links = []
      for (const name of businesses) {
        const { results } = await call('search_listings', { name })
        const { review_url } = await call('resolve_listing', { url: results[0].place_id })
        links.push(review_url)
      }
      return links
    },
    measured: { calls: 6, characters: 7_266 },
    async now(call) {
      const { results } = await call('search_listings', {
        names: businesses,
        limit: 1,
        fields: ['title', 'review_url'],
      })
      return results.map(({ listings }: { listings: Array<{ review_url: string }> }) => listings[0]?.review_url)
    },
  },
  {
    title: 'the decimal CIDs of eight in hexadecimal',
    outcome: exported.map(String),
    async before(call) {
      const converted = await each(
        call,
        'convert_cid',
        exported.map((cid) => ({ cid: `0x${cid.toString(16)}` })),
      )
      return converted.map(({ cid_decimal }) => cid_decimal)
    },
    measured: { calls: 8, characters: 5_392 },
    async now(call) {
      const links = exported.map((cid) => `0x${cid.toString(16)}`)
      const { results } = await call('resolve_listings', { links, details: 'none', fields: ['cid'] })
      return results.map(({ cid }: { cid: string }) => cid)
    },
  },
  {
    title: 'whether twelve stored place ids are still current',
    outcome: stored.map(() => 'listed'),
    async before(call) {
      const found = await each(
        call,
        'resolve_listing',
        stored.map(({ placeId: url }) => ({ url, details: 'checked' })),
      )
      return found.map(({ listing_status }) => listing_status)
    },
    measured: { calls: 12, characters: 17_574 },
    async now(call) {
      const links = stored.map(({ placeId }) => placeId)
      const { results } = await call('resolve_listings', {
        links,
        details: 'checked',
        fields: ['listing_status', 'moved_from'],
      })
      return results.map(({ listing_status }: { listing_status: string }) => listing_status)
    },
  },
  {
    title: 'which of twenty pasted texts are no listing',
    outcome: range(5, (at) => 4 * at + 3),
    async before(call) {
      const found = await each(
        call,
        'resolve_listing',
        pasted.map((url) => ({ url, details: 'none' })),
      )
      return range(20, (at) => at).filter((at) => found[at] === undefined)
    },
    measured: { calls: 20, characters: 25_731 },
    async now(call) {
      const { results } = await call('resolve_listings', { links: pasted, details: 'none', fields: ['cid'] })
      return range(20, (at) => at).filter((at) => results[at].problem)
    },
  },
  {
    title: 'which of 15 links in several notations are duplicates',
    outcome: range(5, (at) => at),
    async before(call) {
      const found = await each(
        call,
        'resolve_listing',
        merged.map((url) => ({ url })),
      )
      return range(10, (at) => at).filter((at) => found.slice(10).some(({ cid }) => cid === found[at].cid))
    },
    measured: { calls: 15, characters: 24_277 },
    async now(call) {
      const { results } = await call('resolve_listings', { links: merged, details: 'none', fields: ['cid'] })
      return range(10, (at) => at).filter((at) =>
        results.slice(10).some(({ cid }: { cid: string }) => cid === results[at].cid),
      )
    },
  },
]
