import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { pageSession } from '@/app/page-session'
import { JoinForm, OpenAccountForm, SignOutForm, SignUpToJoin } from '@/components/members/join-forms'
import { rightsWords, roleWords } from '@/components/members/role-words'
import { FormPage } from '@/components/sign-in/form-page'
import { withQuery } from '@/components/sign-in/next-path'
import { TextLink } from '@/components/sign-in/notes'
import { Providers } from '@/components/sign-in/providers'
import { ApiProvider } from '@/components/trpc/client'
import { PlainPage } from '@/components/ui/plain-page'
import { mayAccept, type ShownInvitation, showInvitation } from '@/server/features/members/join'
import { signInOptions } from '@/server/features/sign-in/sign-in-options'
import type { InvitationEnd } from '@/server/metering/access/invitations'

// The address contains a secret, so it must not be sent as a referrer or indexed.
export const metadata: Metadata = { title: 'Invitation', referrer: 'no-referrer', robots: 'noindex' }

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const [invitation, { person }] = await Promise.all([showInvitation(token), pageSession()])
  if (invitation === null) return <Ended end="unknown" />
  const { accountId, email, end, memberId } = invitation
  if (person !== null && memberId === person.personId) {
    return (
      <FormPage title="You’ve joined" lead={<>You already accepted the invitation to {accountOf(invitation)}.</>}>
        <OpenAccountForm accountId={accountId} />
      </FormPage>
    )
  }
  if (end !== null) return <Ended end={end} />
  const page = { title: 'You’re invited', lead: <Lead invitation={invitation} /> }
  if (person === null) {
    const path = `/invitation/${token}`
    return (
      <FormPage
        {...page}
        foot={
          <p>
            Already sign in with {email}? <TextLink href={withQuery('/sign-in', { next: path })}>Sign in</TextLink>
          </p>
        }
      >
        <ApiProvider>
          <Providers providers={signInOptions().providers} next={path} />
          <p className="mb-5">
            This invitation is for <Strong>{email}</Strong>.
          </p>
          <SignUpToJoin token={token} email={email} />
        </ApiProvider>
      </FormPage>
    )
  }
  switch (mayAccept(person, invitation)) {
    case 'yes':
      return (
        <FormPage {...page}>
          <ApiProvider>
            <JoinForm token={token} action="Join the account" />
          </ApiProvider>
        </FormPage>
      )
    case 'other email':
      return (
        <FormPage {...page}>
          <p className="mb-5">
            This invitation is for <Strong>{email}</Strong>, but you’re signed in with <Strong>{person.email}</Strong>.
            Sign out, then sign in with the invited email, or ask for an invitation to the other one.
          </p>
          <SignOutForm />
        </FormPage>
      )
    case 'unverified':
      return (
        <FormPage {...page}>
          <p className="mb-5">
            Your email isn’t confirmed yet. Sign out and back in, and we’ll send you a link to confirm it.
          </p>
          <SignOutForm />
        </FormPage>
      )
  }
}

const Lead = ({ invitation }: { invitation: ShownInvitation }) => (
  <>
    <Strong>{invitation.inviter ?? 'An owner'}</Strong> invites you to {accountOf(invitation)} as{' '}
    {roleWords[invitation.role]}, who {rightsWords[invitation.role]}.
  </>
)

const accountOf = ({ accountName }: ShownInvitation) =>
  accountName === '' ? (
    'an account'
  ) : (
    <>
      the account <Strong>{accountName}</Strong>
    </>
  )

const Strong = ({ children }: { children: ReactNode }) => (
  <strong className="font-medium text-ink [overflow-wrap:anywhere]">{children}</strong>
)

/** Why a link no longer works, and what to do. */
const endings: Record<InvitationEnd | 'unknown', [title: string, words: string]> = {
  accepted: ['This invitation was used', 'Each invitation works once. If you need access, ask for a new one.'],
  canceled: [
    'This invitation was canceled',
    'An owner of the account took it back. If you need access, ask for a new one.',
  ],
  replaced: ['A newer invitation replaced this one', 'Open the link in the newest invitation instead.'],
  expired: [
    'This invitation has expired',
    'Invitations work for seven days. Ask an owner of the account for a new one.',
  ],
  unknown: ['This invitation doesn’t exist', 'Check that the link is complete, or ask for a new invitation.'],
}

function Ended({ end }: { end: InvitationEnd | 'unknown' }) {
  const [title, words] = endings[end]
  return (
    <PlainPage title={title}>
      <p>{words}</p>
      <p className="mt-6">
        <TextLink href="/">Go to Pinref</TextLink>
      </p>
    </PlainPage>
  )
}
