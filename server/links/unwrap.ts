import { googleSite } from './hosts'
import { type LinkUrl, percentDecode } from './link-url'

const maxDecodings = 5

/** Returns the parameters that hold the raw link, if the page only wraps another link. */
function parametersOf({ host, path }: LinkUrl): readonly string[] {
  if (host === 'maps.app.goo.gl') return ['link']
  if (host === 'l.facebook.com') return path === '/l.php' ? ['u'] : []
  if (host.endsWith('.safelinks.protection.outlook.com')) return ['url']
  const site = googleSite(host)
  if (site === 'consent' || site === 'accounts') return ['continue', 'followup']
  if (site === 'translate') return path === '/translate' ? ['u'] : []
  if (site === null) return []
  if (path.startsWith('/sorry/')) return ['continue']
  return path === '/url' ? ['q', 'url'] : []
}

/**
 * Returns the links inside a link that only wraps them: a consent, sign-in or block page, `google.com/url`, a dynamic link,
 * a translated, archived or AMP page, or the safety link of a mail program or social network.
 * @returns the possible spellings of each link, the most likely first.
 */
export function wrappedLinks(link: LinkUrl): string[][] {
  const behindHost = link.host === 'web.archive.org' ? /^\/web\/[^/]+\/(https?:.+)$/is.exec(link.tail)?.[1] : undefined
  const ampHost = googleSite(link.host) === 'www' ? /^\/amp\/s\/(.+)$/is.exec(link.tail)?.[1] : undefined
  const whole = behindHost ?? (ampHost && `https://${ampHost}`)
  return [
    ...(whole ? [[whole, ...decodings(whole)]] : []),
    ...parametersOf(link).flatMap((name) => (link.query.get(name) ?? []).map(decodings)),
  ]
}

/**
 * Returns a wrapped link decoded once, twice and so on until it stops changing, at most 5 times. Nothing shows how often it
 * was encoded, and decoding too often turns an escape inside a name into syntax, so callers take the first that reads.
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
