/** Something that can be found: a section of a page, or the beginning of one. */
export interface Entry {
  /** Its address, with the fragment of the section. */
  path: string
  page: string
  /** The heading; empty for the page itself. */
  heading: string
  text: string
}

/** Where a browser reads all entries, once the search is opened. */
export const entriesPath = '/docs/search.json'
