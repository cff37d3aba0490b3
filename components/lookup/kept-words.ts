import type { RecentLookup, StoredLookup } from './recent'

const moment = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })

/** Returns when something was looked up: "Nov 22, 1:05 PM". */
export const momentWords = (atMs: number): string => moment.format(atMs)

/**
 * Returns the name of an entry in the list, and the line under it with its kind and time.
 * @param inBrowser the lookups saved in this browser, which may include the name.
 */
export function storedWords(stored: StoredLookup, inBrowser: readonly RecentLookup[]): { name: string; more: string } {
  const at = momentWords(stored.atMs)
  if (stored.operation === 'search') {
    const where = stored.country ? ` in ${stored.country}` : ''
    return { name: stored.text, more: `Search${where} · ${at}` }
  }
  if (stored.operation === 'convert') return { name: stored.text, more: `Convert · ${at}` }
  const title = inBrowser.find(({ listing }) => listing.cid === stored.cid)?.listing.title ?? stored.title
  const isCid = title === null && stored.text === stored.cid
  return { name: title ?? stored.text.replace(/^https?:\/\//, ''), more: isCid ? at : `CID ${stored.cid} · ${at}` }
}
