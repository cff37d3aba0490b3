import type { Role } from '@/server/metering/access/members'

/** What a signed-in person is in the session's account. */
interface SignedInMember {
  accountId: string
  role: Role
  /** Whether the account requires a second factor that the person doesn't have. They may then do nothing in it. */
  lacksSecondFactor: boolean
}

/** A signed-in person, and the account that their session is in. */
export interface SignedIn {
  personId: string
  /** Null for a person who is in no account, or no longer in the session's account. */
  member: SignedInMember | null
  name: string
  email: string
  emailVerified: boolean
}
