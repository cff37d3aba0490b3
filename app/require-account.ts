import { redirect } from 'next/navigation'
import type { SignedIn } from '@/server/features/sign-in/session'
import { pageSession } from './page-session'

/**
 * Returns the signed-in account. Without one, redirects to the sign-in page and from there back to `path`. Null if the
 * store doesn't respond; the page is then shown anyway, and its own calls report the problem.
 */
export async function requireAccount(path: string): Promise<SignedIn | null> {
  const { account, unavailable } = await pageSession()
  return account ?? (unavailable ? null : redirect(`/sign-in?next=${encodeURIComponent(path)}`))
}
