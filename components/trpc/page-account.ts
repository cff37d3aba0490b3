import { pageAccountHeader } from '@/server/entrances/trpc/page-account'

/**
 * Returns the header that names the account that the server rendered the page for, so that a call from a page that is
 * open when the person switches to another account changes nothing there. Empty for a visitor.
 */
export function pageAccountHeaders(): Record<string, string> {
  const account = typeof document === 'undefined' ? undefined : document.documentElement.dataset.account
  return account ? { [pageAccountHeader]: account } : {}
}
