import { decodeBase64Url } from '@/server/places/identifiers/base64url'
import { googleSite, type LinkUrl, percentDecode } from './link-url'

const maxDecodings = 5

/** Pages that only redirect to another link, by host: the path, and the parameter that contains the link. */
const wrapperHosts: ReadonlyMap<string, readonly [path: RegExp, parameter: string]> = new Map([
  ['maps.app.goo.gl', [/^/, 'link']],
  ['l.facebook.com', [/^\/l\.php$/, 'u']],
  ['lm.facebook.com', [/^\/l\.php$/, 'u']],
  ['l.messenger.com', [/^\/l\.php$/, 'u']],
  ['l.instagram.com', [/^\/?$/, 'u']],
  ['l.wl.co', [/^\/l$/, 'u']],
  ['wa.me', [/^\/\d*$/, 'text']],
  ['www.linkedin.com', [/^\/(?:redir\/redirect|safety\/go)\/?$/, 'url']],
  ['www.youtube.com', [/^\/redirect$/, 'q']],
  ['vk.com', [/^\/away\.php$/, 'to']],
  ['out.reddit.com', [/^\//, 'url']],
  ['duckduckgo.com', [/^\/l\/?$/, 'uddg']],
  ['t.me', [/^\/iv$/, 'url']],
  ['slack-redir.net', [/^\/link$/, 'url']],
  ['linkprotect.cudasvc.com', [/^\/url$/, 'a']],
])

/** Returns the parameters that contain the raw link, if the page is only a wrapper. */
function parametersOf({ host, path }: LinkUrl): readonly string[] {
  const [pathForm, parameter] = wrapperHosts.get(host) ?? []
  if (pathForm !== undefined && parameter !== undefined) return pathForm.test(path) ? [parameter] : []
  if (host.endsWith('.safelinks.protection.outlook.com')) return ['url']
  const site = googleSite(host)
  if (site === 'consent' || site === 'accounts') return ['continue', 'followup']
  if (site === 'translate') return path === '/translate' ? ['u'] : []
  if (site === null) return []
  if (path.startsWith('/sorry/')) return ['continue']
  return path === '/url' ? ['q', 'url'] : []
}

/**
 * Returns the links inside a link that only wraps them: a consent, sign-in, or block page, `google.com/url`, a dynamic link, a
 * translated, archived, or AMP page, or a safety link from an email program or social network.
 * @returns the possible spellings of each link, the most likely one first.
 */
export function wrappedLinks(link: LinkUrl): string[][] {
  const whole = linkInPath(link)
  return [
    ...(whole ? [[whole, ...decodings(whole)]] : []),
    ...parametersOf(link).flatMap((name) => (link.query.get(name) ?? []).map(decodings).map(withoutWords)),
  ]
}

/** Returns a message's spellings, each starting at the link in the message. */
const withoutWords = (spellings: readonly string[]): string[] =>
  spellings.map((text) => /\shttps?:\S*/i.exec(text.replaceAll('+', ' '))?.[0].trim() ?? text)

/** Returns the link that a wrapper encodes by its own rules; undefined for any other link. */
function linkInPath({ host, path, tail, query }: LinkUrl): string | undefined {
  if (host === 'web.archive.org') return /^\/web\/[^/]+\/(https?:.+)$/is.exec(tail)?.[1]
  if (host === 'www.bing.com' && path === '/ck/a') return fromBing(query.get('u')?.[0] ?? '')
  if (/^urldefense(?:\.proofpoint)?\.com$/.test(host)) return fromProofpoint(tail, query.get('u')?.[0] ?? '')
  const behind = googleSite(host) === 'www' ? /^\/amp\/s\/(.+)$/is.exec(tail)?.[1] : undefined
  return behind && `https://${behind}`
}

/** Parses a Bing result: `a1`, then base64url. */
function fromBing(value: string): string | undefined {
  const bytes = value.startsWith('a1') ? decodeBase64Url(value.slice(2)) : null
  return bytes ? new TextDecoder().decode(bytes) : undefined
}

/**
 * Parses a link rewritten by Proofpoint. Version 2 writes `-` for `%` and `_` for `/`. Version 3 replaces each character that
 * email programs break with `*`, and several such characters with `**` and a letter. The replaced characters are listed
 * at the end in base64url.
 */
function fromProofpoint(tail: string, value: string): string | undefined {
  if (tail.startsWith('/v2/url')) return percentDecode(value.replaceAll('-', '%').replaceAll('_', '/'))
  const [, link, code] = /^\/v3\/__(.+?)__;([\w-]*)!/s.exec(tail) ?? []
  const bytes = code === undefined ? null : decodeBase64Url(code)
  if (link === undefined || bytes === null) return link
  const characters = new TextDecoder('latin1').decode(bytes)
  let at = 0
  const restored = link.replace(/\*(?:\*([\w-]))?/g, (_, letter?: string) => {
    const count = letter === undefined ? 1 : 2 + runLengths.indexOf(letter)
    at += count
    return characters.slice(at - count, at)
  })
  return at === characters.length ? restored.replace(/^(https?:\/)(?!\/)/i, '$1/') : undefined
}

const runLengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/**
 * Returns a wrapped link decoded once, twice, and so on until it stops changing, at most 5 times. The number of times
 * that the link was encoded is unknown, and decoding too many times turns an escape inside a name into syntax, so
 * callers use the first result that parses.
 */
export function decodings(raw: string): string[] {
  const found: string[] = []
  let text = raw
  while (found.length < maxDecodings) {
    const decoded = percentDecode(text)
    if (decoded === text && found.length > 0) break
    found.push(decoded)
    text = decoded
  }
  return found
}

/**
 * Returns the web address of a link that opens the Google Maps app: `comgooglemapsurl://maps.google.com/…`,
 * `comgooglemaps://?…` (iOS) or `intent://maps.google.com/…#Intent;scheme=https;…` (Android). Returns other text
 * unchanged.
 */
export function webAddressOf(link: string): string {
  if (/^comgooglemapsurl:\/\//i.test(link)) return link.replace(/^comgooglemapsurl/i, 'https')
  if (/^comgooglemaps:\/\/\/?\?/i.test(link)) return link.replace(/^comgooglemaps:\/+/i, 'https://maps.google.com/')
  const [, address, options = ''] = /^intent:\/\/(.*)#Intent;(.*)$/i.exec(link) ?? []
  const [, scheme] = /(?:^|;)scheme=(https?);/i.exec(options) ?? []
  return address === undefined || scheme === undefined ? link : `${scheme.toLowerCase()}://${address}`
}
