import type { NamedListing } from '@/components/reading/named-listing'
import type { BoxRequest, ReadingKind } from '@/components/reading/reading'

/** Chosen instead of a column: each line is read as a whole. */
export const wholeLines = -1

export interface InputLine {
  /** The line's number in the input, from 1. */
  number: number
  text: string
  /** The cells of the line's row; omitted if the input is not a table. */
  cells?: readonly string[]
  /** What a batch compares to find duplicates, if more than the text. */
  key?: string
}

/** A line as read, without any lookup. */
export interface ReadLine extends Omit<InputLine, 'key'> {
  kind: ReadingKind
  /** Why the line can't be read; null if it can. */
  fault: string | null
  /** The call that looks up the line; null if the line can't be read. */
  request: BoxRequest | null
  named: NamedListing | null
  /** The index of the first line with the same request, which may be this one. */
  first: number
}

/**
 * Which lines count as duplicates: lines that identify the same listing or, as in a batch, lines with the same text.
 */
export type Sameness = 'listing' | 'words'

/** The number of lines of each kind. Lookups count duplicates once. */
export interface LineCounts {
  lines: number
  /** Lines with identifiers that were read here. */
  read: number
  unreadable: number
  same: number
  lookups: Readonly<Record<LookupGroup, number>>
}

/**
 * What a lookup adds to a line: facts about a listing that was read here, or the listing for a short link or a name.
 */
export type LookupGroup = 'listing' | 'short_link' | 'name'

export const noLines: LineCounts = {
  lines: 0,
  read: 0,
  unreadable: 0,
  same: 0,
  lookups: { listing: 0, short_link: 0, name: 0 },
}

/** Returns the kind of lookup that a kind of line needs; null for unreadable lines. */
export const groupOf = (kind: ReadingKind): LookupGroup | null =>
  kind === 'listing' || kind === 'short_link' || kind === 'name' ? kind : null
