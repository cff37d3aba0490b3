import type { GenericEndpointContext } from 'better-auth'
import { randomBase62 } from '@/server/access/api-key'
import { isAccountId } from './adapter/redis-keys'

/** As long as browsers keep a cookie. */
const maxAge = 400 * 86_400

/** Of several accounts the latest are remembered. */
const mostAccounts = 5

const separator = '~'

interface KnownBrowser {
  id: string
  /** Accounts that were signed in to with it, the latest first. */
  accounts: string[]
}

/**
 * The name of this browser if it has signed in to an account before, by a cookie that only we can write; null for all others.
 * It outlives signing out.
 */
export async function knownBrowser(context: GenericEndpointContext, accountId: string): Promise<string | null> {
  const known = await read(context)
  return known?.accounts.includes(accountId) ? known.id : null
}

/** From now on this browser is known to have signed in to an account. */
export async function rememberBrowser(context: GenericEndpointContext, accountId: string): Promise<void> {
  const { id, accounts } = (await read(context)) ?? { id: randomBase62(16), accounts: [] }
  const value = [id, accountId, ...accounts.filter((other) => other !== accountId).slice(0, mostAccounts - 1)]
  const { name, attributes } = cookieOf(context)
  await context.setSignedCookie(name, value.join(separator), context.context.secret, attributes)
}

async function read(context: GenericEndpointContext): Promise<KnownBrowser | null> {
  const value = await context.getSignedCookie(cookieOf(context).name, context.context.secret)
  if (!value) return null
  const [id = '', ...accounts] = value.split(separator)
  return { id, accounts: accounts.filter(isAccountId) }
}

const cookieOf = ({ context }: GenericEndpointContext) => context.createAuthCookie('known_browser', { maxAge })
