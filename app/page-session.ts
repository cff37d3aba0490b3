import { headers } from 'next/headers'
import { signedInPerson } from '@/server/features/sign-in/session'
import type { SignedIn } from '@/server/features/sign-in/signed-in'
import type { Role } from '@/server/metering/access/members'
import { PinrefError } from '@/server/platform/problems/errors'

/** A signed-in person in the session's account. */
export interface PageAccount extends SignedIn {
  accountId: string
  role: Role
}

/** A page's user. */
export interface PageSession {
  /** Null if no one is signed in. */
  person: SignedIn | null
  /** The same person in the session's account; null also for a person without one, or without the second factor it requires. */
  account: PageAccount | null
  /** Whether the session is unknown because the store did not respond. */
  unavailable: boolean
}

/** Returns the session of the request being rendered. */
export async function pageSession(): Promise<PageSession> {
  try {
    const person = await signedInPerson(await headers())
    const { member } = person ?? {}
    const account = person && member && !member.lacksSecondFactor ? { ...person, ...member } : null
    return { person, account, unavailable: false }
  } catch (error) {
    if (!(error instanceof PinrefError) || error.code !== 'store_unavailable') throw error
    return { person: null, account: null, unavailable: true }
  }
}
