import type { Metadata } from 'next'
import { CheckEmail } from '@/components/sign-in/check-email'
import { FormPage } from '@/components/sign-in/form-page'
import { TextLink } from '@/components/sign-in/notes'

export const metadata: Metadata = { title: 'Check your email', robots: { index: false } }

/** Shown after a form sends a link by email. Only the browser knows the recipient: emails don't belong in URLs. */
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
