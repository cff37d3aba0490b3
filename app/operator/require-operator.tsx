import { notFound } from 'next/navigation'
import type { ReactNode } from 'react'
import type { PageAccount } from '@/app/page-session'
import { requireAccount } from '@/app/require-account'
import { TextLink } from '@/components/sign-in/notes'
import { PlainPage } from '@/components/ui/plain-page'
import { mailMode } from '@/server/features/mail/mode'
import { operatorStatus } from '@/server/features/sign-in/session'

interface OperatorSession {
  /** Null if the store doesn't respond; see `requireAccount`. */
  account: PageAccount | null
  /** The page to show instead to an operator whose email is not confirmed. */
  instead: ReactNode
}

/** Returns the signed-in operator. Returns 404 to everyone else. @param path the page's, to return to after sign-in. */
export async function requireOperator(path: string): Promise<OperatorSession> {
  const account = await requireAccount(path)
  const status = account ? operatorStatus(account) : 'operator'
  if (status === 'none') notFound()
  return { account, instead: status === 'unconfirmed' && <Unconfirmed email={account?.email} /> }
}

const Unconfirmed = ({ email }: { email: string | undefined }) => (
  <PlainPage title="Confirm your email first">
    <p>
      This page is for the people who run this server, including {email}. To open it, confirm that this email is yours.{' '}
      {mailMode() === 'off' ? (
        'This server can’t send email, so sign in with GitHub or Google, with an account that has this email.'
      ) : (
        <>
          Open the link in the email we sent when you signed up, or resend it from your{' '}
          <TextLink href="/account">account</TextLink>.
        </>
      )}
    </p>
  </PlainPage>
)
