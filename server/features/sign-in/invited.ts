import { getOAuthState } from 'better-auth/api'
import { mailMode } from '@/server/features/mail/mode'
import { type Invitation, readInvitation, readToken } from '@/server/metering/access/invitations'

/** The page of an invitation's link, below which the token follows. */
const invitationPath = '/invitation/'

/**
 * Returns the open invitation whose page a sign-up returns to, if the invitation is for this email. The new person then
 * gets no account of their own.
 * @param callbackUrl as the browser sent it.
 */
export async function invitationFor(email: string, callbackUrl: unknown): Promise<Invitation | null> {
  if (typeof callbackUrl !== 'string' || !callbackUrl.startsWith(invitationPath)) return null
  const named = readToken(callbackUrl.slice(invitationPath.length))
  const invitation = named && (await readInvitation(named.accountId, named.id))
  return invitation?.end === null && invitation.email === email.toLowerCase() ? invitation : null
}

/**
 * Returns where better-auth sends the browser after a sign-up: with a password, or through a provider.
 * @param call the call that creates the user.
 */
export async function callbackOf(call: { path?: string; body?: unknown } | null): Promise<unknown> {
  if (call?.path?.startsWith('/callback/')) return (await getOAuthState())?.callbackURL
  return (call?.body as { callbackURL?: unknown } | undefined)?.callbackURL
}

/**
 * Whether opening an invitation's link proves that the email is the reader's: the link was only emailed, and emails
 * leave this server.
 */
export const provesEmail = ({ isMailed }: Pick<Invitation, 'isMailed'>): boolean => isMailed && mailMode() === 'smtp'
