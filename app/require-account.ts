import { redirect } from 'next/navigation'
import type { SignedIn } from '@/server/features/sign-in/signed-in'
import { type PageAccount, pageSession } from './page-session'

/**
 * Returns the signed-in person in the session's account. Without a session, redirects to the sign-in page and from there
 * back to `path`; without an account, to the page that lists the person's accounts; without the second factor that the
 * account requires, to the page that sets it up. Null if the store doesn't respond;
 * the page is then shown anyway, and its own calls report the problem.
 */
export async function requireAccount(path: string): Promise<PageAccount | null> {
  const { person, account, unavailable } = await pageSession()
  if (account || unavailable) return account
  const next = encodeURIComponent(path)
  if (person?.member) redirect(`/account?next=${next}#two-step`)
  redirect(`${person ? '/accounts' : '/sign-in'}?next=${next}`)
}

/** Returns the signed-in person, in whatever account; as `requireAccount` otherwise. */
export async function requirePerson(path: string): Promise<SignedIn | null> {
  const { person, unavailable } = await pageSession()
  return person ?? (unavailable ? null : redirect(`/sign-in?next=${encodeURIComponent(path)}`))
}
