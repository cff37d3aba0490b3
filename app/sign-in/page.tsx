import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { pageSession } from '@/app/page-session'
import { FormPage } from '@/components/sign-in/form-page'
import { homePath, nextPath, withQuery } from '@/components/sign-in/next-path'
import { errorWords, noticeWords, TextLink } from '@/components/sign-in/notes'
import { Providers } from '@/components/sign-in/providers'
import { SignInForm } from '@/components/sign-in/sign-in-form'
import { Note } from '@/components/ui/note'
import { emailConfirmed, withConfirmedNotice } from '@/server/features/sign-in/confirmed-notice'
import { signInOptions } from '@/server/features/sign-in/sign-in-options'
import { hasSessionCookie } from '@/server/features/sign-in/signatures'
import { type SearchParams, searchText } from '../search-text'

export const metadata: Metadata = { title: 'Sign in' }

export default async function SignInPage({ searchParams }: { searchParams: SearchParams }) {
  const { next: requested, error, notice } = await searchText(searchParams)
  const next = nextPath(requested)
  const [{ account, unavailable }, sent] = await Promise.all([pageSession(), headers()])
  const fault = errorWords(error)
  const onward = next ?? homePath
  if (account && !fault) redirect(notice === emailConfirmed ? withConfirmedNotice(onward) : onward)
  const { providers, passwordReset, passkeyHost } = signInOptions()
  const message = noticeWords(notice)
  const ended = next !== null && account === null && !unavailable && hasSessionCookie(sent)
  return (
    <FormPage
      title="Sign in"
      notice={
        fault ? (
          <Note tone="limit">{fault}</Note>
        ) : message ? (
          <Note tone="done">{message}</Note>
        ) : ended ? (
          <Note tone="limit">Your session has expired. Sign in again to continue.</Note>
        ) : null
      }
      foot={
        <>
          {passwordReset && (
            <p>
              <TextLink href="/forgot-password">Forgot your password?</TextLink>
            </p>
          )}
          <p>
            No account yet? <TextLink href={withQuery('/sign-up', { next })}>Create one</TextLink>
          </p>
        </>
      }
    >
      <SignInForm
        next={onward}
        providers={<Providers providers={providers} next={onward} />}
        passkeyHost={passkeyHost}
      />
    </FormPage>
  )
}
