import { redirect } from 'next/navigation'
import type { SignedIn } from '@/server/accounts/session'
import { pageSession } from './page-session'

/**
 * Who is signed in; whoever is not is sent to sign in, and back to `path` afterwards. Null where the store cannot tell just
 * now: the page is then shown, and its calls say what is wrong.
 */
export async function requireAccount(path: string): Promise<SignedIn | null> {
  const { account, unavailable } = await pageSession()
  return account ?? (unavailable ? null : redirect(`/sign-in?next=${encodeURIComponent(path)}`))
}
