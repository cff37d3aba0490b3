import { headers } from 'next/headers'
import { PinrefError } from '@/server/errors'
import { type SignedIn, signedInAccount } from '@/server/sign-in/session'

/** Who has opened a page. */
export interface PageSession {
  /** Null if nobody is signed in. */
  account: SignedIn | null
  /** Whether the store did not answer, so that nobody knows whose session it is. */
  unavailable: boolean
}

/** Returns the session of the request that the page is being rendered for. */
export async function pageSession(): Promise<PageSession> {
  try {
    return { account: await signedInAccount(await headers()), unavailable: false }
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'store_unavailable') return { account: null, unavailable: true }
    throw error
  }
}
