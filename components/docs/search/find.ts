import MiniSearch, { type SearchOptions } from 'minisearch'
import { stemmer } from 'stemmer'

/** A search entry: a section of a page, or its beginning. */
export interface Entry {
  /** The entry's address, with the section's fragment. */
  path: string
  page: string
  /** The heading; empty for the page itself. */
  heading: string
  text: string
  /** Other words that people use for the entry. These words are searched but not shown. */
  words?: string
  /** Whether only operators need the entry. Such entries rank lower. */
  forOperators?: boolean
}

/** The path that a browser loads all entries from when the search is opened. */
export const entriesPath = '/docs/search.json'

/** The entries of a page as they are sent, so that its address and name are not repeated with each. */
export interface PageEntries extends Pick<Entry, 'path' | 'page' | 'forOperators'> {
  sections: Array<[fragment: string, heading: string, text: string, words?: string]>
}

/** Groups the entries of each page, in the same order. */
export function pageEntries(entries: readonly Entry[]): PageEntries[] {
  const pages: PageEntries[] = []
  for (const { path: address, page, heading, text, words, forOperators } of entries) {
    const [path = '', fragment = ''] = address.split('#')
    const last = pages.at(-1)
    const own = last?.path === path && last.page === page ? last : null
    const section: PageEntries['sections'][number] = words
      ? [fragment, heading, text, words]
      : [fragment, heading, text]
    if (own) own.sections.push(section)
    else pages.push({ path, page, ...(forOperators && { forOperators }), sections: [section] })
  }
  return pages
}

/** The inverse of `pageEntries`. */
export const entriesOf = (pages: readonly PageEntries[]): Entry[] =>
  pages.flatMap(({ path, page, forOperators, sections }) =>
    sections.map(([fragment, heading, text, words]) => ({
      path: fragment === '' ? path : `${path}#${fragment}`,
      page,
      heading,
      text,
      ...(words && { words }),
      ...(forOperators && { forOperators }),
    })),
  )

/** The hits on one page, best first. */
export interface Group {
  page: string
  hits: Hit[]
}

interface Hit {
  path: string
  heading: string
  /** An excerpt around the first match. */
  excerpt: string
}

const maxHits = 20

/** If fewer hits than this contain all the words in a query, hits with some of the words follow. */
const enoughHits = 3

/** Words that don't help find anything. */
const stopWords = new Set(
  'a an and any are as at be by can do does for from get have how i if in is it like make me my of on or our that the there this to use using what when where which who why will with you your'.split(
    ' ',
  ),
)

/**
 * Creates a search over entries. Entries that contain each word of the query, in any form, as a prefix, or with a small
 * typo, rank first.
 */
export function finder(entries: readonly Entry[]): (query: string) => Group[] {
  const index = new MiniSearch<Entry & { id: number }>({
    fields: ['heading', 'words', 'page', 'text'],
    processTerm: (term) => stemmer(term.toLowerCase()),
  })
  // The beginning of a page uses the page's name as its heading.
  index.addAll(entries.map((entry, id) => ({ ...entry, id, heading: entry.heading || entry.page })))
  const options: SearchOptions = {
    prefix: true,
    fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    boost: { heading: 4, words: 3, page: 2 },
    boostDocument: (id) => (entries[id as number]?.forOperators ? 0.3 : 1),
  }
  return (query) => {
    const words = query.split(/\s+/).filter((word) => !stopWords.has(word.toLowerCase().replace(/\W+$/, '')))
    const text = words.length > 0 ? words.join(' ') : query
    const found = index.search(text, { ...options, combineWith: 'AND' })
    if (found.length < enoughHits) {
      const ids = new Set(found.map(({ id }) => id))
      found.push(...index.search(text, options).filter(({ id }) => !ids.has(id)))
    }
    const groups = new Map<string, Hit[]>()
    for (const { id, terms } of found.slice(0, maxHits)) {
      const entry = entries[id]
      if (!entry) continue
      const hits = groups.get(entry.page) ?? []
      groups.set(entry.page, hits)
      hits.push({ path: entry.path, heading: entry.heading || entry.page, excerpt: excerptOf(entry.text, terms) })
    }
    return [...groups].map(([page, hits]) => ({ page, hits }))
  }
}

const excerptLength = 110

/** Returns an excerpt that starts shortly before the first match and is cut between words. */
function excerptOf(text: string, stems: readonly string[]): string {
  const lower = text.toLowerCase()
  // The last letter of a stem may differ from the word's: the stem of “memory” is “memori”.
  const at = stems.map((stem) => lower.indexOf(stem.replace(/i$/, ''))).filter((index) => index >= 0)
  const first = Math.max(0, Math.min(...at, text.length) - 30)
  const start = at.length === 0 || first === 0 ? 0 : text.indexOf(' ', first) + 1
  if (text.length - start <= excerptLength) return (start > 0 ? '… ' : '') + text.slice(start)
  const end = text.lastIndexOf(' ', start + excerptLength)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end > start ? end : start + excerptLength)} …`
}
