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
const defaultPorts: Record<string, readonly string[]> = { http: ['80'], https: ['443'] }

/**
 * Splits an HTTP or HTTPS link, or a link without a scheme, into its parts. The host must be plain ASCII as typed,
 * without user info, backslashes, or a nonstandard port; the `URL` class would silently turn such spellings into other
 * hosts.
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
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Decodes a query or fragment value, where `+` stands for a space. */
export function queryDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text)
}

/**
 * The suffixes after `google.` in Google's country domains: those on Google's published list of supported domains, and
 * older ones that still work.
 */
const suffixes = `
  com ac ad ae al am as at az ba be bf bg bi bj bs bt by ca cat cc cd cf cg ch ci cl cm cn cv cz de dj dk dm dz ee es fi
  fm fr ga ge gf gg gl gm gp gr gy hn hr ht hu ie im io iq is it je jo kg ki kz la li lk lt lu lv md me mg mk ml mn ms mu
  mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tk tl tm tn to tt us vg vu ws
  co.ao co.bw co.ck co.cr co.id co.il co.in co.jp co.ke co.kr co.ls co.ma co.mz co.nz co.th co.tz co.ug co.uk co.uz co.ve
  co.vi co.za co.zm co.zw
  com.af com.ag com.ai com.ar com.au com.bd com.bh com.bn com.bo com.br com.by com.bz com.co com.cu com.cy com.do com.ec
  com.eg com.et com.fj com.gh com.gi com.gt com.hk com.jm com.kh com.kw com.lb com.lc com.ly com.mm com.mt com.mx com.my
  com.na com.nf com.ng com.ni com.np com.om com.pa com.pe com.pg com.ph com.pk com.pr com.py com.qa com.sa com.sb com.sg
  com.sl com.sv com.tj com.tr com.tw com.ua com.uy com.vc com.vn
`

const googleDomains: ReadonlySet<string> = new Set(suffixes.match(/\S+/g)?.map((suffix) => `google.${suffix}`))

/**
 * A part of Google whose links can point to a listing, directly or through redirects, on any country domain. `www` also
 * stands for the bare domain.
 */
export type GoogleSite = 'www' | 'maps' | 'search' | 'business' | 'local' | 'consent' | 'accounts' | 'translate'

const sites: ReadonlyMap<string, GoogleSite> = new Map<string, GoogleSite>([
  ['www', 'www'],
  ['maps', 'maps'],
  ['map', 'maps'],
  ['ditu', 'maps'],
  ['search', 'search'],
  ['business', 'business'],
  ['local', 'local'],
  ['consent', 'consent'],
  ['accounts', 'accounts'],
  ['translate', 'translate'],
])

/**
 * Returns the part of Google that a host belongs to; null for any other host. Compares the whole host, so
 * `google.com.evil.example` and `notgoogle.com` do not match.
 * @param host lowercase, without a port.
 */
export function googleSite(host: string): GoogleSite | null {
  if (googleDomains.has(host)) return 'www'
  const dot = host.indexOf('.')
  return googleDomains.has(host.slice(dot + 1)) ? (sites.get(host.slice(0, dot)) ?? null) : null
}
