import { env } from '@/server/platform/settings/env'

/** Returns the URL of an account's page, for links from elsewhere. Opening it switches to the account. */
export function accountPage(accountId: string, path: string): string {
  const url = new URL(path, env().APP_URL)
  url.searchParams.set('account', accountId)
  return url.href
}
