import type { KeptLookup } from './account-lookups'
import type { RecentLookup } from './recent'

const moment = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** When something was looked up: "Nov 22, 1:05 PM". */
export const momentWords = (atMs: number): string => moment.format(atMs)

/**
 * What an entry of the list is called, and what stands under that: what kind it is, and when it was.
 * @param inBrowser what this browser has saved, which may know the name.
 */
export function keptWords(kept: KeptLookup, inBrowser: readonly RecentLookup[]): { name: string; more: string } {
  const at = momentWords(kept.atMs)
  if (kept.operation === 'search') {
    const where = kept.country ? ` in ${kept.country}` : ''
    return { name: kept.text, more: `Search${where} · ${at}` }
  }
  if (kept.operation === 'convert') return { name: kept.text, more: `Convert · ${at}` }
  const title = inBrowser.find(({ listing }) => listing.cid === kept.cid)?.listing.title ?? kept.title
  const isCid = title === null && kept.text === kept.cid
  return { name: title ?? kept.text.replace(/^https?:\/\//, ''), more: isCid ? at : `CID ${kept.cid} · ${at}` }
}
