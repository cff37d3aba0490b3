import type { GenericEndpointContext } from 'better-auth'
import { limits } from '@/server/access/limits'
import { countAttempt } from '../attempts'
import { signInMethodOf } from '../audit'
import { inBackground } from '../background'
import { browserWords } from '../browser-words'
import { knownBrowser } from '../known-browser'
import { mailMode } from '../sign-in-options'
import { newSignIn } from './alert-mails'
import { sendAlert } from './send-alert'

/** How long an account counts as new. Creating one through GitHub or Google signs in to it, which needs no alert. */
const justMadeMs = 60_000

const rememberSeconds = 86_400

type NewSession = NonNullable<GenericEndpointContext['context']['newSession']>

/** Mails the owner of an account in the background if this call signed in a browser that has not signed in to it before. */
export async function alertOfSignIn(context: GenericEndpointContext, { user, session }: NewSession): Promise<void> {
  const method = signInMethodOf(context)
  // A mailed link confirms the email of a new account, before its first sign-in.
  if (method === null || method === 'mail' || mailMode() === 'off') return
  if (Date.now() - new Date(user.createdAt).getTime() < justMadeMs && method !== 'password') return
  if ((await knownBrowser(context, user.id)) !== null) return
  inBackground('an alert could not be sent', send(user.id, session))
}

async function send(accountId: string, { id, userAgent, ipAddress }: NewSession['session']): Promise<void> {
  const { max, windowSeconds } = limits.signInAlerts
  const { allowed } = await countAttempt(`sign-in-alert:${accountId}`, { max, window: windowSeconds })
  if (!allowed) return
  const now = Math.floor(Date.now() / 1000)
  await sendAlert({
    ...{ accountId, kind: 'sign-in', marks: [`sign-in:${id}`], until: now + rememberSeconds },
    write: () => newSignIn(browserWords(userAgent ?? ''), ipAddress ?? '', now),
  })
}
