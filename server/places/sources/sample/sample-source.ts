import type { Cid } from '@/server/places/identifiers/cid'
import { featureIdOf } from '@/server/places/identifiers/feature-id'
import { foldedWords, searchableWords } from '@/server/places/sources/fold'
import {
  type ListingCandidate,
  type ListingKey,
  type ListingQuery,
  type ListingSource,
  listingFacts,
} from '@/server/places/sources/listing-source'
import type { Lookup } from '@/server/places/upstream/lookup'
import { recordedTarget, type SampleListing, sampleListings } from './listings'

const listingsByCid: ReadonlyMap<Cid, SampleListing> = new Map(
  sampleListings.map((listing) => [cidOf(listing), listing]),
)

/** A source that has the address of every listing. */
interface SampleSource extends ListingSource {
  details(key: ListingKey, lookup: Lookup): Promise<ListingCandidate | null>
}

/** The listings that ship with Pinref. With these listings, everything works without a key or a network. */
export const sampleSource: SampleSource = {
  kind: 'sample',
  async learntPlaceId() {
    return null
  },
  async check({ cid }) {
    const listing = listingsByCid.get(cid)
    return listing === undefined ? null : { cid, placeId: listing.placeId }
  },
  async details({ cid }) {
    const listing = listingsByCid.get(cid)
    return listing === undefined ? null : candidateOf(listing)
  },
  async search(query) {
    return searchSample(query).map(candidateOf)
  },
  // A name that is unique in the sample data may not be unique in reality.
  async matchByName() {
    return null
  },
  recordedTarget,
  placeIdOfLink: async () => null,
}

function candidateOf(listing: SampleListing): ListingCandidate {
  const { placeId, title } = listing
  return { ...listingFacts.parse(listing), cid: cidOf(listing), placeId, title }
}

function cidOf({ placeId }: SampleListing): Cid {
  const featureId = featureIdOf(placeId)
  if (featureId === null) throw new Error(`The sample has a place id without a CID: ${placeId}`)
  return featureId.cid
}

const maxResults = 20

/** The ranks for where a query's words were found. Higher ranks come first. */
const rank = { titleAndAddress: 1, title: 2, titleStart: 3, exactTitle: 4 } as const

/** Grades for how well one word of the query matches. */
const partOfWord = 1
const wholeWord = 2

/**
 * In these scripts, spaces separate words and endings follow the stem. In all other scripts, a match may begin
 * anywhere.
 */
const spacedScripts = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]+$/u

interface IndexedListing {
  listing: SampleListing
  /** The folded words of the title, joined by spaces. */
  titleText: string
  titleWords: ReadonlySet<string>
  /** The words of the title and address. */
  allWords: ReadonlySet<string>
}

interface Match {
  listing: SampleListing
  rank: number
  /** The sum of the grades of the query's words, which is comparable only within one query. */
  grades: number
}

const index: readonly IndexedListing[] = sampleListings.map((listing) => ({
  listing,
  titleText: foldedWords(listing.title).join(' '),
  titleWords: searchableWords(listing.title),
  allWords: searchableWords(`${listing.title} ${listing.address}`),
}))

/**
 * Returns the sample listings that match every word of the query, best first, at most 20; none if the query has no
 * words.
 *
 * Ignores case, accents, and punctuation, and matches the beginnings of words. First come titles that equal the query,
 * then titles that begin with the query, then titles that contain all of its words, and then listings that match only
 * by address. Within each group, listings are sorted by number of whole words, then by number of reviews, then by
 * title.
 */
export function searchSample(query: ListingQuery): SampleListing[] {
  const words = foldedWords(query.name)
  if (words.length === 0) return []
  const matches: Match[] = []
  for (const entry of index) {
    if (query.country !== null && entry.listing.country !== query.country) continue
    const match = matchOf(words, entry)
    if (match !== null) matches.push(match)
  }
  return matches
    .sort(bestFirst)
    .slice(0, maxResults)
    .map((match) => match.listing)
}

function matchOf(queryWords: readonly string[], entry: IndexedListing): Match | null {
  const { listing } = entry
  const inTitle = gradesOf(queryWords, entry.titleWords)
  if (inTitle !== null) return { listing, rank: titleRank(queryWords.join(' '), entry), grades: inTitle }
  const inAll = gradesOf(queryWords, entry.allWords)
  return inAll === null ? null : { listing, rank: rank.titleAndAddress, grades: inAll }
}

function titleRank(queryText: string, { titleText }: IndexedListing): number {
  if (titleText === queryText) return rank.exactTitle
  return titleText.startsWith(queryText) ? rank.titleStart : rank.title
}

/** Adds up the grades of the query's words; null if any of them does not match. */
function gradesOf(queryWords: readonly string[], among: ReadonlySet<string>): number | null {
  let sum = 0
  for (const word of queryWords) {
    const grade = gradeOf(word, among)
    if (grade === null) return null
    sum += grade
  }
  return sum
}

function gradeOf(word: string, among: ReadonlySet<string>): number | null {
  if (among.has(word)) return wholeWord
  const anywhere = !spacedScripts.test(word)
  for (const candidate of among) {
    if (anywhere ? candidate.includes(word) : candidate.startsWith(word)) return partOfWord
  }
  return null
}

function bestFirst(a: Match, b: Match): number {
  return (
    b.rank - a.rank ||
    b.grades - a.grades ||
    (b.listing.reviewsCount ?? 0) - (a.listing.reviewsCount ?? 0) ||
    a.listing.title.localeCompare(b.listing.title, 'en')
  )
}
