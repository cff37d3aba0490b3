import type { GenericEndpointContext } from 'better-auth'
import { getSessionFromCtx } from 'better-auth/api'
import { verifyJWT } from 'better-auth/crypto'
import * as z from 'zod'
import { mailMode } from '@/server/features/mail/mode'
import { removeUnconfirmed } from './adapter/users'
import { presentToken } from './signatures'

/** The content that better-auth signs in links that confirm or change an email. */
const content = z.object({
  email: z.string(),
  /** The new email, in both links of an email change. */
  updateTo: z.string().optional(),
  /** `change-email-verification` in the link to the new email. */
  requestType: z.string().optional(),
  /** When the link was created, epoch seconds. */
  iat: z.number(),
})

/** The fields that Pinref adds to a user. */
export const userFields = {
  /** Epoch seconds. Links signed before this time are invalid. */
  linksFrom: { type: 'number', required: false, input: false, returned: false },
  /** Identifies the browser that signed up, if an email must be confirmed first. */
  signUpBrowser: { type: 'string', required: false, returned: false },
  /**
   * The id of the account that the first session creates; null for an invited person, and no longer stored once the
   * person is in an account.
   */
  firstAccount: { type: 'string', required: false, input: false, returned: false },
  /** The role in the session's account; null outside of a session, and after the person was removed from the account. */
  accountRole: { type: 'string', required: false, input: false },
  /** Whether that account requires a second factor that the person doesn't have; null outside of a session. */
  lacksSecondFactor: { type: 'boolean', required: false, input: false },
} as const

/** A user as better-auth reads it. */
export interface User {
  id: string
  email: string
  emailVerified: boolean
  createdAt: Date
  linksFrom?: number | null
  signUpBrowser?: string | null
}

/**
 * Returns the content of a signed link; `dead` if the account is newer than the link, or if its password or email has
 * changed since the link was created. Null if the link is forged or expired, or the account does not exist.
 */
export async function readLink(
  { context }: GenericEndpointContext,
  token: string,
): Promise<{ user: User; updateTo: string | undefined; isToNewEmail: boolean } | 'dead' | null> {
  const link = content.safeParse(await verifyJWT(presentToken(token), context.secret)).data
  if (!link) return null
  const user: User | undefined = (await context.internalAdapter.findUserByEmail(link.email))?.user
  if (!user) return null
  const validFrom = Math.max(Math.floor(user.createdAt.getTime() / 1000), user.linksFrom ?? 0)
  if (link.iat < validFrom) return 'dead'
  return { user, updateTo: link.updateTo, isToNewEmail: link.requestType === 'change-email-verification' }
}

/**
 * Checks a signed link before better-auth follows it. Dead links are not followed. A link that changes an email requires a
 * session; without one, it opens the sign-in page first. A link that confirms an email opens Pinref's own page if the
 * email must be confirmed before the first sign-in. Therefore, no link alone signs anyone in.
 * @throws a redirect.
 */
export async function guardLink(context: GenericEndpointContext): Promise<void> {
  const { token, callbackURL } = context.query ?? {}
  if (typeof token !== 'string') return
  const link = await readLink(context, token)
  // better-auth reports the error.
  if (!link) return
  const lead = (path: string, query: Record<string, string>) =>
    context.redirect(`${path}?${new URLSearchParams(query)}`)
  if (link === 'dead') throw lead('/sign-in', { error: 'INVALID_TOKEN' })
  const next = typeof callbackURL === 'string' ? { next: callbackURL } : {}
  if (link.updateTo !== undefined) {
    const session = await getSessionFromCtx(context)
    // The owner of the new email has got this link, so a sign-up that was never confirmed is a stranger's.
    if (session?.user.id === link.user.id && link.isToNewEmail) await removeUnconfirmed(link.updateTo)
    if (session) return
    const again = new URLSearchParams({ token, ...(typeof callbackURL === 'string' && { callbackURL }) })
    throw lead('/sign-in', { next: `/api/auth/verify-email?${again}` })
  }
  if (mailMode() === 'smtp' && !link.user.emailVerified) throw lead('/confirm-email', { token, ...next })
}
