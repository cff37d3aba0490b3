import { rareLinks } from '../unit/links/rare-links'
import { realLinks } from '../unit/links/real-links'

/** All links in the tests: real-world links, and links in rare forms. */
export const corpus: readonly string[] = [
  ...new Set([...Object.values(realLinks), ...Object.values(rareLinks)].flat().map(({ url }) => url)),
]
