import { headers } from 'next/headers'
import { type SignedIn, signedInAccount } from '@/server/features/sign-in/session'
import { PinrefError } from '@/server/platform/problems/errors'

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
