import type { Role } from '@/server/metering/access/members'

/** Each role as a phrase: "joined as a member". */
export const roleWords: Record<Role, string> = { owner: 'an owner', member: 'a member', viewer: 'a viewer' }
