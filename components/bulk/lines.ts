import type { NamedListing } from '@/components/reading/named-listing'
import type { BoxRequest, ReadingKind } from '@/components/reading/reading'

/** Chosen in place of a column: each line is read as it is. */
export const wholeLines = -1

export interface InputLine {
  /** Its number in the input, from 1. */
  number: number
  text: string
  /** The cells of its row; omitted if the input is not a table. */
  cells?: readonly string[]
  /** What a batch compares to find duplicates, if it is more than the text. */
  key?: string
}

/** A line as it was read, without any lookup. */
export interface ReadLine extends Omit<InputLine, 'key'> {
  kind: ReadingKind
  /** Why it can't be read; null if it can. */
  fault: string | null
  /** The call that looks it up; null if it can't be read. */
  request: BoxRequest | null
  named: NamedListing | null
  /** The index of the first line with the same request, which may be this one. */
  first: number
}

/** Which lines are duplicates: those that name the same listing or, as in a batch, those with the same text. */
export type Sameness = 'listing' | 'words'

/** How many lines there are of each kind. Lookups count duplicates once. */
export interface LineCounts {
  lines: number
  /** Lines whose identifiers were read here. */
  read: number
  unreadable: number
  same: number
  lookups: Readonly<Record<LookupGroup, number>>
}

/** What a lookup adds to a line: facts about a listing that was read here, the listing of a short link, or that of a name. */
export type LookupGroup = 'listing' | 'short_link' | 'name'

export const noLines: LineCounts = {
  ...{ lines: 0, read: 0, unreadable: 0, same: 0 },
  lookups: { listing: 0, short_link: 0, name: 0 },
}

/** Returns what kind of lookup a kind of line needs; null for one that can't be read. */
export const groupOf = (kind: ReadingKind): LookupGroup | null =>
  kind === 'listing' || kind === 'short_link' || kind === 'name' ? kind : null
