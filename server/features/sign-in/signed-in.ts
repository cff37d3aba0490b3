import type { Role } from '@/server/metering/access/members'

/** A signed-in person, and the account that their session is in. */
export interface SignedIn {
  personId: string
  /** Null for a person who is in no account, or no longer in the session's account. */
  member: { accountId: string; role: Role } | null
  name: string
  email: string
  emailVerified: boolean
}
