import type { GenericEndpointContext } from 'better-auth'
import { requestPasswordReset } from 'better-auth/api'
import { z } from 'zod'
import { inBackground, laterCall } from './background'

const asked = z.object({ email: z.email() })

/**
 * Mails a link for a new password. The account is looked up after the answer, so neither the answer nor its timing reveals
 * whether there is one.
 * @returns the answer; undefined if the call is invalid, which better-auth will report.
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
