import { headers } from 'next/headers'
import { PinrefError } from '@/server/errors'
import { type SignedIn, signedInAccount } from '@/server/sign-in/session'

/** A page's user. */
export interface PageSession {
  /** Null if no one is signed in. */
  account: SignedIn | null
  /** Whether the session is unknown because the store did not respond. */
  unavailable: boolean
}

/** Returns the session of the request being rendered. */
export async function pageSession(): Promise<PageSession> {
  try {
    return { account: await signedInAccount(await headers()), unavailable: false }
  } catch (error) {
    if (error instanceof PinrefError && error.code === 'store_unavailable') return { account: null, unavailable: true }
    throw error
  }
}
