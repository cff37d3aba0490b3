import { formatNumber } from '@/components/format/number'
import type { ReadingKind } from '@/components/reading/reading'
import type { ListingHosts } from '@/server/features/listings/listing'
import type { ListColumns } from '@/server/features/lists/columns'
import type { DetailLevel } from '@/server/places/upstream/lookup-options'
import { maxLookups } from './limits'
import { groupOf, type LookupGroup, type NameSearch, type ReadRow } from './read-rows'

/** What to look up in addition to what the rows contain. */
export interface LookupChoices extends Readonly<Record<LookupGroup, boolean>> {
  /** Whether to check listings read from the rows for stale ids. */
  checked: boolean
  /** The language of names and addresses; empty for Google's default. */
  language: string
}

export const noChoices: LookupChoices = {
  listing: false,
  checked: false,
  short_link: false,
  name: false,
  language: '',
}

/** A lookup that finds a name has a language, unless it is Google's default. */
interface WithLanguage {
  language?: string
}

/** A link or an identifier to look up, and the search for the row's name if it leads to no listing. */
interface ResolveJob extends WithLanguage {
  operation: 'resolve'
  url: string
  details: DetailLevel
  /** Null if the name may not be searched for. */
  fallback: NameSearch | null
}

/** One lookup, shared by all rows that identify the same listing. */
export type Job = ResolveJob | ({ operation: 'search' } & NameSearch & WithLanguage)

/** Returns a key that is the same for jobs with the same request. */
export const jobKey = (job: Job): string => JSON.stringify(job)

/** The part of a list that comes from its sheet. */
export interface ReadList {
  rows: readonly ReadRow[]
  /** The names of the columns; empty if the input is not a table. */
  names: readonly string[]
  columns: ListColumns
  /** The number of the row with the headings; 0 for none. */
  headingRow: number
}

/** A list, and the lookups chosen for its rows. */
export interface BulkPlan extends ReadList {
  /** The hosts for links generated here. */
  hosts: ListingHosts
  jobs: readonly Job[]
  /** For each row, the index of its job; `noJob` if it is not looked up, and `laterJob` if a later run has room for it. */
  jobOf: readonly number[]
  /** The number of lookups omitted because there were too many. */
  dropped: number
}

export const noJob = -1
export const laterJob = -2

/**
 * Plans the chosen lookups: one for identical rows, none for a row that can't be read.
 * @param answered the lookups that have already succeeded, which stay in the plan and are not lost.
 * @param most the maximum number of new lookups.
 */
export function planBulk(
  list: ReadList,
  hosts: ListingHosts,
  choices: LookupChoices,
  answered: readonly Job[] = [],
  most = maxLookups,
): BulkPlan {
  const jobs: Job[] = []
  let added = 0
  let dropped = 0
  const jobOf: number[] = []
  const answeredKeys = new Set(answered.map(jobKey))
  const isAnswered = (job: Job) => answeredKeys.has(jobKey(job))
  const languages = [...new Set([choices, ...answered].map(({ language = '' }) => language))]
  const fullest = fullestRows(list.rows)
  for (const [index, read] of list.rows.entries()) {
    if (read.first !== index) {
      jobOf.push(jobOf[read.first] ?? noJob)
      continue
    }
    const row = fullest.get(index) ?? read
    const previous = answered.length === 0 ? undefined : jobsFor(row, languages).find(isAnswered)
    const chosen = chosenJob(row, choices)
    const isNew = chosen !== null && !isAnswered(chosen)
    const isTaken = isNew && added < most
    if (isTaken) added += 1
    else if (isNew) dropped += 1
    const job = chosen && (isTaken || !isNew) ? chosen : previous
    jobOf.push(job ? jobs.push(job) - 1 : isNew ? laterJob : noJob)
  }
  return { ...list, hosts, jobs, jobOf, dropped }
}

/**
 * Returns, for each first row of several that identify the same listing, the one with the most identifiers, which is
 * looked up for all of them.
 */
function fullestRows(rows: readonly ReadRow[]): Map<number, ReadRow> {
  const fullest = new Map<number, ReadRow>()
  for (const [index, row] of rows.entries()) {
    if (row.first === index) continue
    const best = fullest.get(row.first) ?? rows[row.first]
    if (best && identifiersIn(row) > identifiersIn(best)) fullest.set(row.first, row)
  }
  return fullest
}

const identifiersIn = ({ named }: ReadRow): number => (named?.placeId ? 2 : 0) + (named?.kgId ? 1 : 0)

/** Returns the lookup chosen for a row; null if none. */
function chosenJob(row: ReadRow, choices: LookupChoices): Job | null {
  const { url, search } = row
  const { language } = choices
  const group = groupOf(row)
  if (group === 'name') return choices.name && search ? searchJob(search, language) : null
  const full = choices.listing ? 'full' : choices.checked ? 'checked' : null
  const details = group === 'short_link' ? (choices.short_link ? (full ?? 'none') : null) : full
  if (url === null || details === null) return null
  return resolveJob(url, details, choices.name ? search : null, language)
}

const searchJob = (search: NameSearch, language: string): Job => ({
  operation: 'search',
  ...search,
  ...(language && { language }),
})

const resolveJob = (url: string, details: DetailLevel, fallback: NameSearch | null, language: string): Job => ({
  operation: 'resolve',
  url,
  details,
  fallback,
  ...(language && (details === 'full' || fallback) && { language }),
})

/** Returns all possible lookups for a row, most detailed first. */
function jobsFor({ url, search }: ReadRow, languages: readonly string[]): Job[] {
  if (url === null) return search ? languages.map((language) => searchJob(search, language)) : []
  const fallbacks = search ? [search, null] : [null]
  return (['full', 'checked', 'none'] as const).flatMap((details) =>
    fallbacks.flatMap((fallback) => languages.map((language) => resolveJob(url, details, fallback, language))),
  )
}

/** Returns a batch's level of detail for these choices. */
export const detailsOf = ({ listing, name, checked }: LookupChoices): DetailLevel =>
  listing || name ? 'full' : checked ? 'checked' : 'none'

/** Writes rows as the user would type them, with table cells separated by tabs. */
export function textOf({ rows, names }: Pick<ReadList, 'rows' | 'names'>): string {
  if (names.length === 0) return rows.map(({ cells: [text = ''] }) => text).join('\n')
  return rows.map(({ cells }) => cells.map(quotedCell).join('\t')).join('\n')
}

/** Quotes a cell as spreadsheets do. A quoted cell also tells a table from a list. */
const quotedCell = (cell: string): string => (/["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

/** Why a row can't be read. */
type UnreadableCause = Exclude<ReadingKind, LookupGroup>

/** Rows that can't be read for the same reason. */
export interface UnreadableGroup {
  cause: UnreadableCause
  rows: readonly ReadRow[]
}

/** Groups unreadable rows by cause, largest group first. */
export function groupUnreadable(rows: readonly ReadRow[]): UnreadableGroup[] {
  const groups = new Map<UnreadableCause, ReadRow[]>()
  for (const row of rows) {
    if (row.fault === null) continue
    const cause = row.kind as UnreadableCause
    const group = groups.get(cause)
    if (group) group.push(row)
    else groups.set(cause, [row])
  }
  return [...groups].map(([cause, rows]) => ({ cause, rows })).sort((a, b) => b.rows.length - a.rows.length)
}

/** Describes a group with its number of rows: "4 cut off". */
export const groupLabel = ({ cause, rows: { length } }: UnreadableGroup): string =>
  `${formatNumber(length)} ${labels[cause]}`

const labels: Readonly<Record<UnreadableCause, string>> = {
  cut: 'cut off',
  damaged: 'damaged',
  rounded: 'possibly rounded',
  several: 'with several listings',
  no_listing: 'without a listing',
  other_site: 'not Google Maps',
  words: 'not recognized',
  too_long: 'too long',
}

/** Returns what to do about a group's rows. */
export const groupAdvice: Readonly<Record<UnreadableCause, string>> = {
  cut: 'The end of the link is missing. Copy the whole link again.',
  damaged: 'An identifier is incomplete or altered. Copy it again.',
  rounded: 'A spreadsheet or program may have changed the last digits. Use links or place ids instead.',
  several: 'Put each listing on its own row.',
  no_listing: 'Routes, searches, lists, or points on the map. Share the listing instead.',
  other_site: 'Links to other websites.',
  words: 'Not a link, identifier, or name.',
  too_long: 'Too long to be a link or name. Remove any extra text.',
}
