import { dayWords } from '@/components/pricing/plan-words'
import { MoreIcon } from '@/components/ui/part-icons'
import { RowMenu } from '@/components/ui/row-menu'
import type { Role } from '@/server/metering/access/members'
import { rolesByRights, roleWords } from './role-words'
import type { Member } from './use-members'

interface MemberRowsProps {
  members: readonly Member[]
  /** The person who sees the page; null if unknown. */
  personId: string | null
  isOwner: boolean
  /** The person whose role is being changed; null if none. */
  changing: string | null
  onRole: (member: Member, role: Role) => void
  onRemove: (member: Member) => void
}

/** An account's members, with a menu for each if an owner sees them. */
export const MemberRows = ({ members, personId, isOwner, changing, onRole, onRemove }: MemberRowsProps) => (
  <ul aria-label="Members" className="grid divide-y divide-rule">
    {members.map((member) => {
      const isOwn = member.personId === personId
      return (
        <li key={member.personId} className="flex items-center justify-between gap-x-4 py-3">
          <div className="grid min-w-0 grow gap-x-4 sm:grid-cols-[1fr_auto] sm:items-center">
            <div className="min-w-0">
              <p className="font-medium [overflow-wrap:anywhere]">
                {member.name || member.email || 'Deleted person'}
                {isOwn && <span className="font-normal text-soft"> (you)</span>}
              </p>
              {member.name && <p className="text-sm text-soft [overflow-wrap:anywhere]">{member.email}</p>}
              <p className="text-sm text-soft">{factsOf(member)}</p>
            </div>
            <p aria-busy={changing === member.personId} className="text-sm font-medium first-letter:uppercase">
              {member.role}
            </p>
          </div>
          {isOwner && (
            <MemberMenu
              member={member}
              isOwn={isOwn}
              onRole={(role) => onRole(member, role)}
              onRemove={() => onRemove(member)}
            />
          )}
        </li>
      )
    })}
  </ul>
)

function factsOf({ seen, hasSecondFactor }: Member): string {
  const activity = seen === null ? 'Not seen yet' : `Last seen ${dayWords(seen * 1000)}`
  return `${activity} · Two-step verification ${hasSecondFactor ? 'on' : 'off'}`
}

interface MemberMenuProps {
  member: Member
  isOwn: boolean
  onRole: (role: Role) => void
  onRemove: () => void
}

/** The actions on a member. Owners leave with the page's button instead of removing themselves. */
const MemberMenu = ({ member, isOwn, onRole, onRemove }: MemberMenuProps) => (
  <RowMenu<Role | 'remove'>
    label={`Actions for ${member.email}`}
    actions={[
      ...rolesByRights.filter((role) => role !== member.role).map((role) => [role, `Make ${roleWords[role]}`] as const),
      ...(isOwn ? [] : ([['remove', 'Remove', 'danger']] as const)),
    ]}
    onAction={(action) => (action === 'remove' ? onRemove() : onRole(action))}
    className="min-w-10 border-transparent! bg-transparent! px-2.5! hover:border-edge!"
  >
    <MoreIcon />
  </RowMenu>
)
