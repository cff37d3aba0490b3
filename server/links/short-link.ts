import { googleSite } from './hosts'
import { firstOf, type LinkUrl } from './link-url'

/** A link whose target is known only after following it. */
export interface ShortLink {
  /** Lower case, e.g. `maps.app.goo.gl`. */
  host: string
  /** Without leading slash and query, e.g. `AK13hVJLjnveWZqJA`, `maps/AK13hVJLjnveWZqJA`, `kgs/91UYXud`. */
  path: string
}

/** Returns the address to follow. */
export function shortLinkUrl({ host, path }: ShortLink): string {
  return `https://${host}/${path}`
}

/** The form of a short link's path, by host. Its code ends at the first character that codes do not contain. */
const shortLinks: ReadonlyMap<string, RegExp> = new Map([
  ['maps.app.goo.gl', /^\/([\w-]+)/],
  ['goo.gl', /^\/((?:app\/)?maps\/[\w-]+)/],
  ['share.google', /^\/([\w-]+)/],
  ['g.co', /^\/(kgs\/[\w-]+)/],
  ['g.page', /^\/(?![rR](?![\w-]|\.[\w-]))([\w-]+(?:\.[\w-]+)*)/],
])

/** Chat programs put `_` around text in italics, and a mail filter appends `__` to links. No code ends with `_`. */
const withoutMarks = (code: string): string => code.replace(/(?<=[^/_])_+$/, '')

/** The hosts of short links. */
export const shortLinkHosts: readonly string[] = [...shortLinks.keys()]

/** Whether this host serves Google's short links, including those of other products. */
export function isShortLinkHost(host: string): boolean {
  return shortLinks.has(host)
}

/**
 * Parses maps.app.goo.gl, goo.gl/maps, share.google, g.co/kgs, and g.page links, and `google.com/share.google?q=<code>`, which is
 * the first hop of share.google/<code>. Null for other links and for short links without a code.
 */
export function readShortLink({ host, path, query }: LinkUrl): ShortLink | null {
  if (path.toLowerCase() === '/share.google' && googleSite(host) === 'www') {
    const code = /^[\w-]+/.exec(firstOf(query, 'q') ?? '')?.[0]
    return code === undefined ? null : { host: 'share.google', path: withoutMarks(code) }
  }
  const found = shortLinks.get(host)?.exec(path)?.[1]
  return found === undefined ? null : { host, path: withoutMarks(found) }
}

const cutShort = /^(?:maps\.app\.goo\.gl|share\.google|g\.page)(?:\/|$)|^(?:goo\.gl\/(?:app\/)?maps|g\.co\/kgs)\/?$/i

/** Whether a link is a short link that lacks its code. */
export function isShortLinkCutOff({ host, path }: LinkUrl): boolean {
  return cutShort.test(host + path)
}

/** Whether a short link has its full code, judging by its length. Codes of these hosts have 17 characters. */
export const isWholeCode = ({ host, path }: ShortLink): boolean =>
  /^(?:maps\.app\.goo\.gl|goo\.gl|share\.google)$/.test(host) && /(?:^|\/)[A-Za-z0-9]{17}$/.test(path)
