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
import type { LookupOptions } from '@/server/places/upstream/lookup-options'
import { recordedTarget, type SampleListing, sampleListings } from './listings'
import { recordedLocation } from './locations'

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
  async checkStatus(key, lookup) {
    return this.details(key, lookup)
  },
  async details({ cid }, { options }) {
    const listing = listingsByCid.get(cid)
    return listing === undefined ? null : candidateOf(listing, options)
  },
  async search(query, { options }) {
    return searchSample(query).map((listing) => candidateOf(listing, options))
  },
  // A name that is unique in the sample data may not be unique in reality.
  async matchByName() {
    return null
  },
  recordedTarget,
  placeIdOfLink: async () => null,
}

/** Returns a listing with its title in the requested language, if known, and otherwise as it was recorded. */
function candidateOf(listing: SampleListing, { language }: LookupOptions): ListingCandidate {
  const { placeId, local } = listing
  const isLocal = local?.language === language.split('-', 1)[0]
  return {
    ...listingFacts.parse(listing),
    cid: cidOf(listing),
    placeId,
    title: isLocal && local ? local.title : listing.title,
    titleLanguage: local ? (isLocal ? local.language : 'en') : null,
    location: recordedLocation(placeId),
  }
}

function cidOf({ placeId }: SampleListing): Cid {
  const featureId = featureIdOf(placeId)
  if (featureId === null) throw new Error(`The sample has a place id without a CID: ${placeId}`)
  return featureId.cid
}

const maxResults = 20

/** The ranks for where a query's words were found. Higher ranks come first. */
const rank = { nameAndAddress: 1, name: 2, nameStart: 3, exactName: 4 } as const

/** Grades for how well one word of the query matches. */
const misspelled = 0
const partOfWord = 1
const wholeWord = 2

/**
 * In these scripts, spaces separate words and endings follow the stem. In all other scripts, a match may begin
 * anywhere.
 */
const spacedScripts = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]+$/u

/** A listing under one of its titles or aliases. */
interface NamedListing {
  listing: SampleListing
  /** The folded words of the name, joined by spaces. */
  nameText: string
  nameWords: ReadonlySet<string>
  addressWords: ReadonlySet<string>
}

interface Match {
  listing: SampleListing
  rank: number
  /** The sum of the grades of the query's words, which is comparable only within one query. */
  grades: number
}

const index: readonly NamedListing[] = sampleListings.flatMap((listing) =>
  [listing.title, ...(listing.local ? [listing.local.title] : []), ...(listing.aliases ?? [])].map((name) => ({
    listing,
    nameText: foldedWords(name).join(' '),
    nameWords: searchableWords(name),
    addressWords: searchableWords(listing.address),
  })),
)

/**
 * Returns the sample listings that match every word of the query, best first, at most 20; none if the query has no
 * words.
 *
 * Ignores case, accents, and punctuation. Matches the beginnings of words in a title or alias, and whole words in an
 * address. First come names that equal the query, then names that begin with the query, then names that contain all of
 * its words, and then listings that match only with their address. Within each group, listings are sorted by number of
 * whole words, then by number of reviews, then by title. If nothing matches, longer words may have one wrong, missing,
 * or extra letter.
 */
export function searchSample(query: ListingQuery): SampleListing[] {
  const words = foldedWords(query.name)
  if (words.length === 0) return []
  const named = index.filter(({ listing }) => query.country === null || listing.country === query.country)
  const exact = named.flatMap((one) => matchOf(words, one, false) ?? [])
  const matches = exact.length > 0 ? exact : named.flatMap((one) => matchOf(words, one, true) ?? [])
  return [...new Set(matches.sort(bestFirst).map(({ listing }) => listing))].slice(0, maxResults)
}

/** @param mayErr whether words may be misspelled. */
function matchOf(queryWords: readonly string[], one: NamedListing, mayErr: boolean): Match | null {
  let grades = 0
  let isInName = true
  for (const word of queryWords) {
    const inName = gradeInName(word, one.nameWords, mayErr)
    const grade = inName ?? gradeInAddress(word, one.addressWords)
    if (grade === null) return null
    grades += grade
    isInName &&= inName !== null
  }
  return { listing: one.listing, rank: isInName ? nameRank(queryWords.join(' '), one) : rank.nameAndAddress, grades }
}

function nameRank(queryText: string, { nameText }: NamedListing): number {
  if (nameText === queryText) return rank.exactName
  return nameText.startsWith(queryText) ? rank.nameStart : rank.name
}

function gradeInName(word: string, among: ReadonlySet<string>, mayErr: boolean): number | null {
  if (among.has(word)) return wholeWord
  if (!spacedScripts.test(word)) return partIn(word, among)
  const words = [...among]
  if (words.some((candidate) => candidate.startsWith(word))) return partOfWord
  return mayErr && words.some((candidate) => isMisspelled(word, candidate)) ? misspelled : null
}

function gradeInAddress(word: string, among: ReadonlySet<string>): number | null {
  if (among.has(word)) return wholeWord
  return spacedScripts.test(word) ? null : partIn(word, among)
}

const partIn = (word: string, among: ReadonlySet<string>): number | null =>
  [...among].some((candidate) => candidate.includes(word)) ? partOfWord : null

/** Shorter words differ from too many others by only one letter. */
const shortestMisspelled = 5

/** Whether one letter after the first is wrong, missing, or extra in a word. */
function isMisspelled(word: string, right: string): boolean {
  const [shorter, longer] = word.length < right.length ? [word, right] : [right, word]
  if (shorter.length < shortestMisspelled || word.charAt(0) !== right.charAt(0)) return false
  let start = 1
  while (start < shorter.length && shorter.charAt(start) === longer.charAt(start)) start++
  const rest = longer.slice(start + 1)
  return shorter.slice(start) === rest || shorter.slice(start + 1) === rest
}

function bestFirst(a: Match, b: Match): number {
  return (
    b.rank - a.rank ||
    b.grades - a.grades ||
    (b.listing.reviewsCount ?? 0) - (a.listing.reviewsCount ?? 0) ||
    a.listing.title.localeCompare(b.listing.title, 'en')
  )
}
