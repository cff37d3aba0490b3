'use client'

import { useEffect, useRef, useState } from 'react'
import { ActionProblem } from '@/components/problems/action-problem'
import { CallProblem } from '@/components/problems/problem-card'
import { TextLink } from '@/components/sign-in/notes'
import { Button } from '@/components/ui/button'
import { Card } from '@/components/ui/card'
import type { Role } from '@/server/metering/access/members'
import { Invitations } from './invitations'
import { InviteForm, type SentInvitation } from './invite-form'
import { MemberDialog, type Question } from './member-dialog'
import { MemberRows } from './member-rows'
import { roleWords } from './role-words'
import { useMembers } from './use-members'

interface MembersPageProps {
  /** The person who sees the page, and their role; null if unknown. */
  personId: string | null
  role: Role | null
}

/** Lists an account's members and invitations. Owners also invite, change, and remove. */
export function MembersPage({ personId, role }: MembersPageProps) {
  const members = useMembers()
  const { list, invite, resend, cancel, changeRole, remove, leave } = members
  const [question, setQuestion] = useState<Question | null>(null)
  const [message, setMessage] = useState('')
  const [sent, setSent] = useState<SentInvitation | null>(null)
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The focused button or menu is gone.
    if (message !== '' && document.activeElement === document.body) status.current?.focus()
  }, [message])
  const { data, error } = list
  if (error && !data) return <CallProblem error={error} next="/members" onRetry={() => void list.refetch()} />
  if (!data) return <div aria-hidden="true" className="h-48 rounded-md bg-sunk" />

  const isOwner = role === 'owner'
  const begin = (next: Question | null) => {
    for (const action of [invite, resend, cancel, changeRole, remove, leave]) action.reset()
    setMessage('')
    setSent(null)
    setQuestion(next)
  }
  const end = (words: string) => {
    setQuestion(null)
    setMessage(words)
  }
  const setRole = (id: string, name: string, next: Role) =>
    changeRole.mutate(
      { personId: id, role: next },
      {
        onSuccess: () => {
          // What the page offers depends on one's own role.
          if (id === personId) location.reload()
          else end(`${name} is now ${roleWords[next]}.`)
        },
      },
    )
  const show = (email: string, link: string | null) => {
    setSent({ email, link })
    setMessage(link === null ? `Invitation sent to ${email}.` : `Invitation for ${email} created.`)
  }
  const open = data.invitations.filter(({ isExpired }) => !isExpired).length
  const count = data.members.length + open
  return (
    <div className="grid max-w-[52rem] gap-6">
      <p ref={status} role="status" tabIndex={-1} className="text-sm font-medium outline-none empty:hidden">
        {message}
      </p>
      {isOwner && (
        <InviteForm
          key={data.invitations[0]?.id}
          isMailed={data.isMailed}
          sent={sent}
          busy={invite.isPending}
          error={invite.error}
          onInvite={(email, chosen) => {
            begin(null)
            invite.mutate({ email, role: chosen }, { onSuccess: ({ link }) => show(email, link) })
          }}
        />
      )}
      <Card className="px-4 sm:px-6">
        <MemberRows
          members={data.members}
          personId={personId}
          isOwner={isOwner}
          changing={changeRole.isPending ? changeRole.variables.personId : null}
          onRole={(member, next) => {
            const needsAnswer = next === 'owner' || member.personId === personId
            begin(needsAnswer ? { about: 'role', member, role: next } : null)
            if (!needsAnswer) setRole(member.personId, member.email, next)
          }}
          onRemove={(member) => begin({ about: 'remove', member })}
        />
      </Card>
      {!question && <ActionProblem error={changeRole.error ?? resend.error ?? cancel.error} />}
      {data.invitations.length > 0 && (
        <Invitations
          invitations={data.invitations}
          isOwner={isOwner}
          isMailed={data.isMailed}
          sending={resend.isPending ? resend.variables.id : null}
          canceling={cancel.isPending ? cancel.variables.id : null}
          onResend={({ id, email }) => {
            begin(null)
            resend.mutate({ id }, { onSuccess: ({ link }) => show(email, link) })
          }}
          onCancel={({ id, email }) => {
            begin(null)
            cancel.mutate({ id }, { onSuccess: () => end(`The invitation to ${email} is canceled.`) })
          }}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="text-sm text-soft">
          {count} of {data.limit} members{open > 0 && ', including invitations'}.{' '}
          {isOwner && count >= data.limit && <TextLink href="/pricing">Compare plans</TextLink>}
        </p>
        <Button onClick={() => begin({ about: 'leave' })}>Leave account</Button>
      </div>
      {question && (
        <MemberDialog
          question={question}
          isOwn={question.about === 'role' && question.member.personId === personId}
          busy={changeRole.isPending || remove.isPending || leave.isPending || leave.isSuccess}
          error={changeRole.error ?? remove.error ?? leave.error}
          onAct={() => {
            if (question.about === 'leave') leave.mutate(undefined, { onSuccess: () => location.assign('/accounts') })
            else if (question.about === 'role') setRole(question.member.personId, question.member.email, question.role)
            else {
              const { personId: id, email } = question.member
              remove.mutate({ personId: id }, { onSuccess: () => end(`${email} is removed.`) })
            }
          }}
          onClose={() => setQuestion(null)}
        />
      )}
    </div>
  )
}
