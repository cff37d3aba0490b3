import { decodings } from '@/server/links/unwrap'
import { readTarget, type Target } from './target'

/** An address and what it says. */
export interface Step {
  url: URL
  target: Target
}

/** What a short link's page says if the link does not redirect. */
export type PageReading = { kind: 'step'; step: Step } | { kind: 'dead' | 'blocked' | 'nothing' }

const attribute = '\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\')'
const desktopLink = new RegExp(`\\bdata-desktop-link${attribute}`, 'i')
const anchors = new RegExp(`<a\\b[^<>]*?\\bhref${attribute}`, 'gi')
const maxAnchors = 100
const longestLink = 16_000

/**
 * Reads the page that a short link answers with if it does not redirect. On the page for desktop browsers, the attribute
 * `data-desktop-link` holds the target. On the page for robots, and on the small page of share.google, the target is an
 * ordinary link. If links say different things, none is chosen. Block pages and dead pages are recognized by their text.
 * @param base the address of the page, for links that are relative to it.
 */
export function readPage(html: string, base: URL): PageReading {
  const [, double, single] = desktopLink.exec(html) ?? []
  const own = double ?? single
  const step = own === undefined ? agreed(anchorTargets(html, base)) : stepTo(own, base)
  if (step) return { kind: 'step', step }
  if (/detected unusual traffic|id="captcha-form"/i.test(html)) return { kind: 'blocked' }
  return { kind: /Dynamic Link Not Found/i.test(html) ? 'dead' : 'nothing' }
}

function anchorTargets(html: string, base: URL): Step[] {
  const found: Step[] = []
  for (const [, double, single] of html.matchAll(anchors)) {
    const step = stepTo(double ?? single ?? '', base)
    if (step) found.push(step)
    if (found.length === maxAnchors) break
  }
  return found
}

/** An address that is encoded as a whole, including its scheme; it would parse as a relative path. */
const encoded = /^\w+%(?:25)*3a/i

/** Reads a link that may be encoded in whole or in part, once or more. The first spelling that names something counts. */
function stepTo(attributeValue: string, base: URL): Step | null {
  if (attributeValue.length > longestLink) return null
  const raw = withoutEntities(attributeValue).trim()
  const spellings = [raw, ...decodings(raw)].filter((text) => !encoded.test(text))
  const steps = spellings.flatMap((text) => {
    const url = URL.canParse(text, base.href) ? new URL(text, base) : null
    return url && /^https?:$/.test(url.protocol) ? [{ url, target: readTarget(url) }] : []
  })
  const decisive = steps.find(({ target }) => target.kind === 'listing' || target.kind === 'name')
  return decisive ?? steps.find(({ target }) => target.kind === 'names_nothing') ?? steps[0] ?? null
}

/** Returns what all links of a page agree on: one listing, else one name, else the only map link without a listing. */
function agreed(steps: readonly Step[]): Step | null {
  for (const kind of ['listing', 'name', 'names_nothing'] as const) {
    const [first, ...others] = steps.filter(({ target }) => target.kind === kind)
    if (first) return others.every(({ target }) => sameTarget(target, first.target)) ? first : null
  }
  return null
}

function sameTarget(one: Target, other: Target): boolean {
  if (one.kind === 'listing' && other.kind === 'listing') return one.reference.cid === other.reference.cid
  return one.kind === 'name' && other.kind === 'name' && one.name === other.name
}

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>' }

/** Resolves the character references that can occur in a link. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:(amp|quot|apos|lt|gt)|#(\d{1,5})|#x([\da-f]{1,4}));/gi, (whole, name, decimal, hex) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    return String.fromCharCode(decimal ? Number.parseInt(decimal, 10) : Number.parseInt(hex, 16))
  })
}
