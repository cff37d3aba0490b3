import type { ReactNode } from 'react'
import { Note } from '@/components/ui/note'
import { SiteLink } from '@/components/ui/site-link'
import { type AuthFault, isSessionEnded } from './auth-call'

/**
 * An error for a form as a whole. The empty element is there from the start, so that screen readers announce the text.
 */
export function FaultNote({ fault }: { fault: AuthFault | null }) {
  return (
    <div role="alert" className="empty:hidden">
      {fault && fault.field === null && (
        <Note tone="limit">
          {fault.detail}
          {isSessionEnded(fault) && (
            <>
              {' '}
              <a href="/sign-in" target="_blank" rel="noreferrer" className="font-medium underline underline-offset-4">
                Sign in
              </a>
            </>
          )}
        </Note>
      )}
    </div>
  )
}

/** A link in running text. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <SiteLink
      href={href}
      className="rounded-sm font-medium text-ink underline decoration-edge underline-offset-4 hover:decoration-ink"
    >
      {children}
    </SiteLink>
  )
}

/** The sign-in page's messages, by the `notice` in its URL. */
const notices = new Map(
  Object.entries({
    'password-changed': 'Password changed, and all browsers signed out. Sign in with the new password.',
    'email-confirmed': 'Your email address is confirmed.',
    'account-deleted': 'Your account and all its data have been deleted.',
  }),
)

/** What went wrong with an emailed link or at a provider, by the `error` that better-auth adds to the address. */
const errors = new Map(
  Object.entries({
    second_factor_needed: 'This account has two-step verification. Sign in, then open the link in the email again.',
    INVALID_TOKEN: 'This link is incomplete or was already used. Sign in, and we’ll send a new one if you need it.',
    TOKEN_EXPIRED: 'This link is more than an hour old. Sign in, and we’ll send a new one if you need it.',
    USER_NOT_FOUND: 'The account for this link was deleted.',
    access_denied: 'Sign-in was canceled. Nothing was changed.',
    account_not_linked: 'This email already has an account with a different sign-in method. Use that method.',
    email_not_found: 'That provider didn’t share an email. Share your email there, or sign up with email and password.',
    email_not_verified: 'Confirm your email with that provider, then try again.',
    EMAIL_NOT_VERIFIED: 'Confirm your email with that provider, then try again.',
    state_mismatch: 'That sign-in took too long or continued in another browser. Try again.',
  }),
)

export const noticeWords = (notice: string | undefined): string | null => notices.get(notice ?? '') ?? null

/** Returns the message for an error; null if there is no error. An unknown code is never shown to the user. */
export function errorWords(error: string | undefined): string | null {
  return error === undefined ? null : (errors.get(error) ?? 'That sign-in didn’t work. Try again.')
}
