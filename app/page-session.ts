import { headers } from 'next/headers'
import { accountOf, type SignedIn } from '@/server/accounts/session'
import { PinrefError } from '@/server/errors'

/** Who has opened a page. */
export interface PageSession {
  /** Null for somebody who is not signed in. */
  account: SignedIn | null
  /** Whether the store did not answer, so that it is not known who it is. */
  unavailable: boolean
}

/** The session that the page being rendered was requested with. */
export async function pageSession(): Promise<PageSession> {
  try {
    return { account: await accountOf(await headers()), unavailable: false }
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'store_unavailable') return { account: null, unavailable: true }
    throw error
  }
}
