import { headers } from 'next/headers'
import { accountOf, type SignedIn } from '@/server/accounts/session'
import { PinrefError } from '@/server/errors'

/** Who opens a page. */
export interface Visitor {
  /** Null for everybody who is not signed in. */
  account: SignedIn | null
  /** Whether the store does not answer, so that nobody can tell who it is. */
  unknown: boolean
}

/** Who opens the page that is being drawn. */
export async function visitor(): Promise<Visitor> {
  try {
    return { account: await accountOf(await headers()), unknown: false }
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'store_unavailable') return { account: null, unknown: true }
    throw error
  }
}
