import type { Metadata } from 'next'
import { FormPage } from '@/components/sign-in/form-page'
import { TextLink } from '@/components/sign-in/notes'
import { ResetPasswordForm } from '@/components/sign-in/password-forms'
import { type SearchParams, searchText } from '../search-text'

// The address contains a token, so it must not be sent as a referrer or indexed.
export const metadata: Metadata = { title: 'Choose a new password', referrer: 'no-referrer', robots: 'noindex' }

export default async function ResetPasswordPage({ searchParams }: { searchParams: SearchParams }) {
  const { token } = await searchText(searchParams)
  return (
    <FormPage
      title="Choose a new password"
      foot={
        <p>
          <TextLink href="/forgot-password">Get a new link</TextLink>
        </p>
      }
    >
      {token ? (
        <ResetPasswordForm token={token} />
      ) : (
        <p>This link is incomplete. Open the link in the email again, or copy the whole link.</p>
      )}
    </FormPage>
  )
}
