import type { GenericEndpointContext } from 'better-auth'
import { randomBase62 } from '@/server/metering/access/api-key'
import { clientHeader, networkOf } from '@/server/metering/access/client'
import { isId } from './adapter/redis-keys'

/** Returns the network that better-auth was called from. */
export const callingNetwork = (headers: Headers | undefined): string =>
  networkOf({ address: headers?.get(clientHeader) ?? 'local' })

/** The maximum time that browsers store a cookie, in seconds. */
const maxAge = 400 * 86_400

/** How many of the most recent accounts are remembered per browser. */
const maxAccounts = 5

const separator = '~'

interface KnownBrowser {
  id: string
  /** The accounts that the browser has signed in to, most recent first. */
  accounts: string[]
}

/**
 * Returns this browser's id if it has signed in to the account before; otherwise null. The id is in a cookie that only the server
 * can write and that survives signing out.
 */
export async function knownBrowser(context: GenericEndpointContext, accountId: string): Promise<string | null> {
  const browser = await read(context)
  return browser?.accounts.includes(accountId) ? browser.id : null
}

/** Remembers that this browser has signed in to an account. */
export async function rememberBrowser(context: GenericEndpointContext, accountId: string): Promise<void> {
  const { id, accounts } = (await read(context)) ?? { id: randomBase62(16), accounts: [] }
  const value = [id, accountId, ...accounts.filter((other) => other !== accountId).slice(0, maxAccounts - 1)]
  const { name, attributes } = cookieOf(context)
  await context.setSignedCookie(name, value.join(separator), context.context.secret, attributes)
}

async function read(context: GenericEndpointContext): Promise<KnownBrowser | null> {
  const value = await context.getSignedCookie(cookieOf(context).name, context.context.secret)
  if (!value) return null
  const [id = '', ...accounts] = value.split(separator)
  return { id, accounts: accounts.filter(isId) }
}

const cookieOf = ({ context }: GenericEndpointContext) => context.createAuthCookie('known_browser', { maxAge })
