import { ActionDialog } from '@/components/problems/action-dialog'
import type { CallError } from '@/components/trpc/client'
import type { Role } from '@/server/metering/access/members'
import { rightsWords, roleWords } from './role-words'
import type { Member } from './use-members'

/** An action that the page asks about first. */
export type Question =
  | { about: 'role'; member: Member; role: Role }
  | { about: 'remove'; member: Member }
  | { about: 'leave' }

interface MemberDialogProps {
  question: Question
  /** Whether it is about the role of the person who sees the page. */
  isOwn: boolean
  busy: boolean
  error: CallError | null
  onAct: () => void
  onClose: () => void
}

/** Asks for confirmation before someone gains or loses much. */
export const MemberDialog = ({ question, isOwn, ...rest }: MemberDialogProps) => (
  <ActionDialog {...wordsOf(question, isOwn)} dismiss="Cancel" {...rest} />
)

function wordsOf(question: Question, isOwn: boolean) {
  switch (question.about) {
    case 'leave':
      return {
        title: 'Leave this account?',
        description:
          'You can’t use it any more unless an owner invites you again. What you made stays in it: keys, batches, watchlists, and callbacks.',
        action: 'Leave account',
        busyLabel: 'Leaving',
        look: 'destroy',
      } as const
    case 'remove':
      return {
        title: `Remove ${question.member.email}?`,
        description:
          'They lose access immediately. What they made stays in the account: keys, batches, watchlists, and callbacks. Rotate any keys that they could have copied.',
        action: 'Remove member',
        busyLabel: 'Removing',
        look: 'destroy',
      } as const
    case 'role':
      return {
        title: isOwn
          ? `Become ${roleWords[question.role]}?`
          : `Make ${question.member.email} ${roleWords[question.role]}?`,
        description: isOwn ? `You will no longer be an owner. ${sentence(question.role)}` : sentence(question.role),
        action: 'Change role',
        busyLabel: 'Changing',
      } as const
  }
}

/** `An owner can do everything, including managing members and billing.` */
function sentence(role: Role): string {
  const words = roleWords[role]
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${rightsWords[role]}.`
}
