import { dayWords } from '@/components/pricing/plan-words'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { roleWords } from './role-words'
import type { Invitation } from './use-members'

interface InvitationsProps {
  invitations: readonly Invitation[]
  isOwner: boolean
  /** Whether invitations are emailed. Otherwise, a new link replaces the previous one. */
  isMailed: boolean
  /** The ids of the invitations being sent again and canceled; null if none. */
  sending: string | null
  canceling: string | null
  onResend: (invitation: Invitation) => void
  onCancel: (invitation: Invitation) => void
}

/** The invitations that no one has accepted yet, newest first. */
export const Invitations = ({ invitations, isOwner, isMailed, sending, canceling, ...on }: InvitationsProps) => (
  <section aria-labelledby="invitations-title" className="grid gap-3">
    <h2 id="invitations-title" className="font-semibold">
      Invitations
    </h2>
    <Card className="px-4 sm:px-6">
      <ul className="grid divide-y divide-rule">
        {invitations.map((invitation) => {
          const { id, email, role, expires, isExpired } = invitation
          const again = isMailed ? 'Send again' : 'New link'
          return (
            <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <div className="min-w-0">
                <p className="font-medium [overflow-wrap:anywhere]">{email}</p>
                <p className="text-sm text-soft">
                  As {roleWords[role]} · {isExpired ? 'expired' : 'valid until'} {dayWords(expires * 1000)}
                </p>
              </div>
              {isOwner && (
                <div className="flex flex-wrap gap-2">
                  <Button
                    busy={sending === id}
                    aria-label={`${again}: invitation to ${email}`}
                    onClick={() => on.onResend(invitation)}
                  >
                    {again}
                  </Button>
                  <Button
                    busy={canceling === id}
                    aria-label={`Cancel invitation to ${email}`}
                    onClick={() => on.onCancel(invitation)}
                  >
                    Cancel
                  </Button>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </Card>
  </section>
)
