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
