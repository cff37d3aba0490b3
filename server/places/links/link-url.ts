/** The parts of a link, not decoded: names can contain escapes that must not be read as syntax. */
export interface LinkUrl {
  /** Lower case. */
  host: string
  /** Begins with `/` or is empty. */
  path: string
  /** Everything after the host: path, query, and fragment. */
  tail: string
  query: Parameters
  /** The parameters after `#` or `#!`, as in Google Search and older map links. */
  fragment: Parameters
}

/** Raw values by lowercase parameter name, in the order they appear in the link. */
export type Parameters = ReadonlyMap<string, readonly string[]>

/** Returns the first raw value of a parameter; undefined if the link does not have it. */
export const firstOf = (parameters: Parameters, name: string): string | undefined => parameters.get(name)?.[0]

const parts = /^(?:(https?):)?(?:\/\/)?([^/?#]*)(([^?#]*)(?:\?([^#]*))?(?:#(.*))?)$/is
const address = /^((?:[a-z0-9-]+\.)+[a-z0-9-]+)(?::(\d+))?$/i
const defaultPort = /^(?:(?:http)?:80|(?:https)?:443)$/i

/**
 * Splits an HTTP or HTTPS link, or a link without a scheme, into its parts. The host must be plain ASCII as typed,
 * without user info, backslashes, or a nonstandard port; the `URL` class would silently turn such spellings into other
 * hosts.
 * @returns null for anything else.
 */
export function parseLinkUrl(text: string): LinkUrl | null {
  const [, scheme = '', authority = '', tail = '', path = '', query = '', fragment = ''] = parts.exec(text) ?? []
  const [, host, port] = address.exec(authority) ?? []
  if (host === undefined || (port !== undefined && !defaultPort.test(`${scheme}:${port}`))) return null
  return {
    host: host.toLowerCase(),
    path,
    tail,
    query: parameters(query),
    fragment: parameters(fragment.replace(/^!/, '')),
  }
}

function parameters(text: string): Parameters {
  const found = new Map<string, string[]>()
  if (text === '') return found
  for (const pair of text.split('&')) {
    const equals = pair.indexOf('=')
    if (equals < 1) continue
    // A parameter name is never encoded. Any escape or mark in a name was added by a program that broke the link.
    const name = pair
      .slice(0, equals)
      .toLowerCase()
      .replace(/%[\da-f]{2}|[^\w.-]/g, '')
    const values = found.get(name)
    if (values) values.push(pair.slice(equals + 1))
    else found.set(name, [pair.slice(equals + 1)])
  }
  return found
}

/** Percent-decodes a value. If the result is not valid UTF-8, decodes only the ASCII escapes. Never throws. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([0-7][\da-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Decodes a query or fragment value, where `+` stands for a space. */
export function queryDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/**
 * The ends of Google's country domains, after `google.`, by first letter: those on Google's published list of supported
 * domains, and older ones that still work.
 */
const domainEnds = [
  'com|cat|a[cdelmstz]|b[aefgijsty]|c[acdfghilmnvz]|d[ejkmz]|e[es]|f[imr]|g[aefglmpry]|h[nrtu]|i[emoqst]|j[eo]|k[giz]',
  'l[aiktuv]|m[degklnsuvw]|n[eloru]|p[lnst]|r[osuw]|s[cehikmnort]|t[dgklmnot]|us|v[gu]|ws',
  'co[.](?:ao|bw|c[kr]|i[dln]|jp|k[er]|ls|m[az]|nz|t[hz]|u[gkz]|v[ei]|z[amw])',
  'com[.](?:a[fgiru]|b[dhnoryz]|c[ouy]|do|e[cgt]|fj|g[hit]|hk|jm|k[hw]|l[bcy]|m[mtxy]|n[afgip]|om|p[aeghkry]|qa|s[abglv])',
  'com[.](?:t[jrw]|u[ay]|v[cn])',
]

const googleHost = new RegExp(`^(?:([^.]+)[.])?google[.](?:${domainEnds.join('|')})$`)

/**
 * The parts of Google whose links can point to a listing, directly or through redirects, on any country domain. `www`
 * also stands for the bare domain.
 */
const sites = ['www', 'maps', 'search', 'business', 'local', 'consent', 'accounts', 'translate'] as const

export type GoogleSite = (typeof sites)[number]

/**
 * Returns the part of Google that a host belongs to; null for any other host. Compares the whole host, so
 * `google.com.evil.example` and `notgoogle.com` do not match.
 * @param host lowercase, without a port.
 */
export function googleSite(host: string): GoogleSite | null {
  const parts = googleHost.exec(host)
  if (!parts) return null
  const [, name = 'www'] = parts
  return name === 'map' || name === 'ditu' ? 'maps' : (sites.find((site) => site === name) ?? null)
}
