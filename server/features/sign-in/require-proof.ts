import { isAPIError } from 'better-auth/api'
import { type Client, networkOf } from '@/server/metering/access/client'
import { PinrefError } from '@/server/platform/problems/errors'
import { throwStoreFailure } from '@/server/platform/store/store-failure'
import { auth } from './auth'
import { withPasswordTurns } from './passwords'
import { presentCookies } from './signatures'

/** A call that needs proof: its sender, and the signal that aborts when the caller disconnects. */
interface ProvenCall {
  cookie: string
  client: Client
  signal: AbortSignal
}

/**
 * Checks the password of a call's signed-in person. A person without one must have signed in recently instead.
 * @param password as sent; undefined if none was.
 * @throws PinrefError `invalid_request` with the fault of `password`; `too_many_requests`; `store_unavailable`.
 */
export async function requireProof({ cookie, client, signal }: ProvenCall, password: string | undefined) {
  const headers = new Headers({ cookie: presentCookies(new Headers({ cookie })) })
  const prove = () => auth().api.proveOwner({ headers, body: { ...(password !== undefined && { password }) } })
  try {
    await withPasswordTurns(networkOf(client), signal, () => throwStoreFailure(prove))
  } catch (error) {
    if (!isAPIError(error)) throw error
    if (error.statusCode === 429) {
      throw new PinrefError('too_many_requests', 'Too many attempts. Wait a few minutes, then try again.')
    }
    throw refusal(String(error.body?.code))
  }
}

function refusal(code: string): PinrefError {
  if (code === 'SESSION_NOT_FRESH') {
    return new PinrefError(
      'invalid_request',
      'You signed in more than a week ago. Sign out and back in, then try again.',
    )
  }
  const detail = 'Incorrect password.'
  return new PinrefError('invalid_request', detail, { errors: [{ pointer: '/password', detail }] })
}
