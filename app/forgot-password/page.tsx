import type { Metadata } from 'next'
import { connection } from 'next/server'
import { FormPage } from '@/components/sign-in/form-page'
import { TextLink } from '@/components/sign-in/notes'
import { ForgotPasswordForm } from '@/components/sign-in/password-forms'
import { mailMode } from '@/server/features/mail/mode'

export const metadata: Metadata = { title: 'Forgot your password?' }

export default async function ForgotPasswordPage() {
  await connection()
  const mode = mailMode()
  return (
    <FormPage
      title="Forgot your password?"
      {...(mode !== 'off' && { lead: 'We’ll email you a link to choose a new one.' })}
      foot={
        <p>
          <TextLink href="/sign-in">Sign in</TextLink>
        </p>
      }
    >
      {mode === 'off' ? (
        <p>Passwords can’t be reset by email here. Contact the person who runs this server.</p>
      ) : (
        <ForgotPasswordForm />
      )}
    </FormPage>
  )
}
