import type { Role } from '@/server/metering/access/members'

/** Each role as a phrase: "joined as a member". */
export const roleWords: Record<Role, string> = { owner: 'an owner', member: 'a member', viewer: 'a viewer' }

/** What each role may do, as the rest of a sentence. */
export const rightsWords: Record<Role, string> = {
  owner: 'can do everything, including managing members and billing',
  member: 'can look up listings and manage keys, batches, watchlists, and callbacks',
  viewer: 'can see everything except secrets, and change nothing',
}

/** All roles, the one with the most rights first. */
export const rolesByRights = ['owner', 'member', 'viewer'] as const satisfies readonly Role[]
