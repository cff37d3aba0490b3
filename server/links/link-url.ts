/** The parts of a link, not decoded: names can contain escapes that must not be read as syntax. */
export interface LinkUrl {
  /** Lower case. */
  host: string
  /** Begins with `/`, or is empty. */
  path: string
  /** Everything after the host: path, query and fragment. */
  tail: string
  query: Parameters
  /** Parameters after `#` or `#!`, where Google Search and older map links put them. */
  fragment: Parameters
}

/** Raw values by parameter name in lower case, in the order of the link. */
export type Parameters = ReadonlyMap<string, readonly string[]>

/** Returns the first raw value of a parameter; undefined if the link does not have it. */
export const firstOf = (parameters: Parameters, name: string): string | undefined => parameters.get(name)?.[0]

const parts = /^(?:(https?):)?(?:\/\/)?([^/?#]*)(([^?#]*)(?:\?([^#]*))?(?:#(.*))?)$/is
const address = /^((?:[a-z0-9-]+\.)+[a-z0-9-]+)(?::(\d+))?$/i
const defaultPorts: Record<string, readonly string[]> = { http: ['80'], https: ['443'] }

/**
 * Splits an http or https link, or one without a scheme, into its parts. The host must be plain ASCII as typed, without user
 * info, backslashes, or a nonstandard port; the `URL` class would silently turn such spellings into other hosts.
 * @returns null for anything else.
 */
export function parseLinkUrl(text: string): LinkUrl | null {
  const [, scheme, authority = '', tail = '', path = '', query = '', fragment = ''] = parts.exec(text) ?? []
  const [, host, port] = address.exec(authority) ?? []
  if (host === undefined) return null
  const ports = scheme === undefined ? ['80', '443'] : defaultPorts[scheme.toLowerCase()]
  if (port !== undefined && !ports?.includes(port)) return null
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
    // A name is never encoded. A program that broke the link added any escape or mark in it.
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

/**
 * Percent-decodes a value. If it is not valid UTF-8, decodes only the ASCII escapes. Never throws.
 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Decodes a value of a query or a fragment, where `+` stands for a space. */
export function queryDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
