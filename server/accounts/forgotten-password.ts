import type { GenericEndpointContext } from 'better-auth'
import { requestPasswordReset } from 'better-auth/api'
import { z } from 'zod'
import { inBackground, laterCall } from './background'

const asked = z.object({ email: z.email() })

/**
 * Mails a link for a new password. The account is looked for after the answer, so that neither what it says nor how long it
 * takes tells whether there is one.
 * @returns the answer; undefined where better-auth will say what is wrong with the call.
 */
export function mailReset(context: GenericEndpointContext) {
  const body = asked.safeParse(context.body).data
  if (!body) return undefined
  const work = async () => {
    await requestPasswordReset({ ...laterCall(context), body })
  }
  inBackground('a link for a new password could not be made', work())
  return context.json({ status: true })
}
