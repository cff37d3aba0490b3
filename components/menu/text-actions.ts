import { saveDraft } from '@/components/bulk/saved'
import type { LookupsLeft } from '@/components/quota/lookups-left'
import type { ReadingKind } from '@/components/reading/reading'

/** An action on the text in the menu's box. */
export interface TextAction {
  id: string
  title: string
  hint?: string
  act: () => void
}

/** Opens a string on the start page. */
const openLookup = (text: string, more = '') => location.assign(`/?q=${encodeURIComponent(text)}${more}`)

export const openAction = (text: string): TextAction => ({
  id: 'open lookup',
  title: 'Open on the Look up page',
  act: () => openLookup(text),
})

/** Searches for a name on the start page, which uses a lookup. */
export const searchAction = (text: string, name: string, left: LookupsLeft | null): TextAction => ({
  id: 'search',
  title: `Search for a business named “${name}”`,
  hint: leftHint(left),
  act: () => openLookup(text, '&sent=1'),
})

/** Looks up the text in the menu, which uses a lookup. */
export const lookUpAction = (kind: ReadingKind, left: LookupsLeft | null, act: () => void): TextAction => ({
  id: 'look up',
  title: kind === 'short_link' ? 'Follow this share link' : 'Look up its name and rating',
  hint: leftHint(left),
  act,
})

/** Opens several links on the bulk page. */
export const bulkAction = (links: readonly string[]): TextAction => ({
  id: 'bulk',
  title: `Look up ${links.length} links in bulk`,
  act: () => {
    saveDraft(sessionStorage, links.join('\n'))
    location.assign('/bulk')
  },
})

/** Opens the failed call with a request id. */
export function requestAction(id: string, isSignedIn: boolean, open: (path: string) => void): TextAction {
  const path = `/usage/errors?request=${id}`
  return isSignedIn
    ? { id: 'request', title: 'Open this call', hint: 'if it failed within 7 days', act: () => open(path) }
    : {
        id: 'request',
        title: 'Sign in to open this call',
        act: () => open(`/sign-in?next=${encodeURIComponent(path)}`),
      }
}

const leftHint = (left: LookupsLeft | null) =>
  left === null || left.remaining === null
    ? 'uses a lookup'
    : `uses 1 of ${left.remaining.toLocaleString('en')} lookups left`
