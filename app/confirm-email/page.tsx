import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { ConfirmEmailForm } from '@/components/sign-in/confirm-email-form'
import { FormPage } from '@/components/sign-in/form-page'
import { homePath, nextPath, withQuery } from '@/components/sign-in/next-path'
import { TextLink } from '@/components/sign-in/notes'
import { emailConfirmed, withConfirmedNotice } from '@/server/features/sign-in/confirmed-notice'
import { confirmationOf } from '@/server/features/sign-in/session'
import { type SearchParams, searchText } from '../search-text'

// The address contains a token, so it must not be sent as a referrer or indexed.
export const metadata: Metadata = { title: 'Confirm your email', referrer: 'no-referrer', robots: 'noindex' }

export default async function ConfirmEmailPage({ searchParams }: { searchParams: SearchParams }) {
  const { token = '', next: requested } = await searchText(searchParams)
  const next = nextPath(requested) ?? homePath
  const found = await confirmationOf(token, await headers())
  if (!found) redirect(withQuery('/sign-in', { error: 'INVALID_TOKEN' }))
  // The link has been opened before.
  if (found.confirmed) redirect(withQuery('/sign-in', { next, notice: emailConfirmed }))
  const { email, here } = found
  return (
    <FormPage
      title="Confirm your email"
      lead={
        <>
          An account was created with <strong className="font-medium text-ink [overflow-wrap:anywhere]">{email}</strong>
          .
        </>
      }
      foot={
        <>
          <p>Not you? Close this page. Unconfirmed accounts can’t be used and are deleted within a day.</p>
          {!here && (
            <p>
              Don’t know the password? <TextLink href="/sign-up">Sign up again</TextLink> and choose your own.
            </p>
          )}
        </>
      }
    >
      <ConfirmEmailForm token={token} email={email} here={here} next={withConfirmedNotice(next)} />
    </FormPage>
  )
}
