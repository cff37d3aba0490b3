import { type FormEvent, useId, useState } from 'react'
import { ActionProblem } from '@/components/problems/action-problem'
import type { CallError } from '@/components/trpc/client'
import { Button, SteadyLabel } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import { CopyButton } from '@/components/ui/copy-button'
import { Select, TextField } from '@/components/ui/field'
import type { Role } from '@/server/metering/access/members'
import { rightsWords, rolesByRights, roleWords } from './role-words'

/** An invitation that was just created. */
export interface SentInvitation {
  email: string
  /** Null if it was emailed. Otherwise, it is never shown again. */
  link: string | null
}

interface InviteFormProps {
  isMailed: boolean
  sent: SentInvitation | null
  busy: boolean
  error: CallError | null
  onInvite: (email: string, role: Role) => void
}

/** Invites a person by email, and shows the link if this server sends no email. */
export function InviteForm({ isMailed, sent, busy, error, onInvite }: InviteFormProps) {
  const id = useId()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('member')
  const fault = error?.data?.problem.errors?.find(({ pointer }) => pointer === '/email')?.detail
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!busy) onInvite(email.trim(), role)
  }
  const action = isMailed ? 'Send invitation' : 'Create invitation'
  return (
    <Card className="grid gap-4 p-4 sm:p-6">
      <form
        aria-label="New invitation"
        onSubmit={submit}
        noValidate
        className="grid items-start gap-4 sm:grid-cols-[1fr_10rem_auto]"
      >
        <TextField
          id={`${id}-email`}
          label="Email"
          type="email"
          inputMode="email"
          placeholder="ada@example.com"
          value={email}
          required
          fault={fault}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Select
          id={`${id}-role`}
          label="Role"
          value={role}
          onChange={(event) => setRole(rolesByRights.find((one) => one === event.currentTarget.value) ?? 'member')}
        >
          {rolesByRights.map((one) => (
            <option key={one} value={one}>
              {one.charAt(0).toUpperCase() + one.slice(1)}
            </option>
          ))}
        </Select>
        <Button type="submit" look="primary" busy={busy} className="min-h-12 py-2! sm:mt-[1.625rem]">
          <SteadyLabel labels={[action, 'Inviting']} shown={busy ? 'Inviting' : action} />
        </Button>
      </form>
      <p className="text-sm text-soft">
        With this role, {roleWords[role].replace(/^an? /, 'the ')} {rightsWords[role]}.
      </p>
      {!fault && <ActionProblem error={error} />}
      {sent?.link && (
        <div className="grid gap-2">
          <p>
            This server sends no email, so pass on this link to {sent.email}. It works once, within seven days. You
            won’t see it again.
          </p>
          <p className="flex items-center justify-between gap-3 rounded-md border border-rule bg-sunk py-2 ps-4 pe-2">
            <code className="min-w-0 font-mono text-[0.8125rem] [overflow-wrap:anywhere]">{sent.link}</code>
            <CopyButton value={sent.link} name="the link" />
          </p>
        </div>
      )}
    </Card>
  )
}
