import { rareLinks } from '../unit/links/rare-links'
import { realLinks } from '../unit/links/real-links'

/** Every link of the tests: those found in the wild, and those of rare forms. */
export const corpus: readonly string[] = [
  ...new Set([...Object.values(realLinks), ...Object.values(rareLinks)].flat().map(({ url }) => url)),
]
