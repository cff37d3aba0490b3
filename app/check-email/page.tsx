import type { Metadata } from 'next'
import { CheckEmail } from '@/components/sign-in/check-email'
import { FormPage } from '@/components/sign-in/form-page'
import { TextLink } from '@/components/sign-in/notes'

export const metadata: Metadata = { title: 'Check your email', robots: { index: false } }

/** Follows the forms that send a link by mail. The browser alone knows to whom: an email doesn't belong in an address. */
export default function CheckEmailPage() {
  return (
    <FormPage
      title="Check your email"
      foot={
        <p>
          Have an account? <TextLink href="/sign-in">Sign in</TextLink>
        </p>
      }
    >
      <CheckEmail />
    </FormPage>
  )
}
