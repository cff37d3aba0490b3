/** The page after sign-in, unless another was requested. */
export const homePath = '/'

const base = 'http://here.invalid'

/**
 * Returns the address in a `next` parameter if it is on this site; null for anything that a browser could read as an
 * address on another site.
 * @see https://url.spec.whatwg.org/#url-parsing browsers drop tabs and line breaks, and read `\` as `/`.
 */
export function nextPath(text: string | null | undefined): string | null {
  if (!text?.startsWith('/') || /[\\\p{C}]/u.test(text)) return null
  if (!URL.canParse(text, base)) return null
  const parsed = new URL(text, base)
  if (parsed.origin !== base) return null
  // Dot segments may leave a path that begins with two slashes, which a browser would interpret as a host.
  const path = parsed.pathname + parsed.search + parsed.hash
  return path.startsWith('//') ? null : path
}

/** Returns a path with query parameters, omitting those that are null. */
export function withQuery(path: string, query: Record<string, string | null>): string {
  const present = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== null)
  return present.length === 0 ? path : `${path}?${new URLSearchParams(present)}`
}
