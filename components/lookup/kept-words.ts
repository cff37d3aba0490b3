import type { KeptLookup, RecentLookup } from './recent'

const moment = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** Says when something was looked up: "Nov 22, 1:05 PM". */
export const momentWords = (atMs: number): string => moment.format(atMs)

/**
 * Returns the name of an entry in the list, and the line under it with its kind and time.
 * @param inBrowser the lookups saved in this browser, which may know the name.
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
