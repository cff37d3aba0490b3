import MiniSearch from 'minisearch'

/** Something that the search can find: a section of a page, or its beginning. */
export interface Entry {
  /** Its address, with the fragment of the section. */
  path: string
  page: string
  /** The heading; empty for the page itself. */
  heading: string
  text: string
}

/** The address from which a browser loads all entries once the search is opened. */
export const entriesPath = '/docs/search.json'

/** The hits on one page, best first. */
export interface Group {
  page: string
  hits: Hit[]
}

interface Hit {
  path: string
  heading: string
  /** Part of the text, around the first word that was searched for. */
  excerpt: string
}

const maxHits = 20

/** Makes a search over entries: each word of the query must occur in an entry, at least as a prefix or with a small typo. */
export function finder(entries: readonly Entry[]): (query: string) => Group[] {
  const index = new MiniSearch<Entry & { id: number }>({ fields: ['heading', 'page', 'text'] })
  // The beginning of a page is found by the page's name, as a section is by its heading.
  index.addAll(entries.map((entry, id) => ({ ...entry, id, heading: entry.heading || entry.page })))
  return (query) => {
    const found = index.search(query, {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      boost: { heading: 4, page: 2 },
    })
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

/** Returns an excerpt that starts a little before the first of the words and is cut between words. */
function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase()
  const at = words.map((word) => lower.indexOf(word)).filter((index) => index >= 0)
  const first = Math.max(0, Math.min(...at, text.length) - 30)
  const start = at.length === 0 || first === 0 ? 0 : text.indexOf(' ', first) + 1
  if (text.length - start <= excerptLength) return (start > 0 ? '… ' : '') + text.slice(start)
  const end = text.lastIndexOf(' ', start + excerptLength)
  return `${start > 0 ? '… ' : ''}${text.slice(start, end > start ? end : start + excerptLength)} …`
}
