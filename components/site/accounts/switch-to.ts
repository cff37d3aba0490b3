import { authCall } from '@/components/sign-in/auth-call'
import { isOnPage } from '@/components/site/on-page'
import { workingPages } from '@/components/site/pages'
import { withoutReports } from '@/components/trpc/account-switched'

/**
 * Switches this browser to another account, and opens a page there.
 * @throws AuthFault with a message to show.
 */
export const switchTo = (accountId: string, path = pageAfterSwitch(location.pathname)): Promise<void> =>
  withoutReports(async () => {
    await authCall('/switch-account', { accountId })
    location.assign(path)
  })

/** Returns the page to show in another account: the same one, or the list if this one shows a single batch, for example. */
export const pageAfterSwitch = (pathname: string): string =>
  workingPages.some((page) => isOnPage(pathname, page)) ? `/${pathname.split('/')[1]}` : pathname
