import type { Admission } from './admission'
import { admitAccount } from './admit-account'
import { accountOfKey, isTestKey, keyHashes } from './api-key'
import { withinBurst, withinFailedKeys } from './burst'
import { addressBits, type Client, networkOf } from './client'
import { admitVisitor, type VisitorCall } from './free-quota'
import { limits } from './limits'
import { refund } from './refund'
import { accountGone, invalidApiKey, tooManyRequests } from './refusals'

/** A call to be counted: who makes it, and what it is. */
export interface MeteredCall {
  /** Worked out only where nobody is signed in. */
  client: () => Client
  /** The API key as it was sent; null where none was. Where there is one, nothing else identifies the caller. */
  apiKey: string | null
  /** The account of a person who is signed in; null for everybody else. */
  accountId: string | null
  /** `resolve`, `search` or `convert`; with a key also `usage` and `key`, which count nothing. */
  operation: string
  requestId: string
}

/**
 * Counts a call against its caller: one round trip to the store, none for a malformed key.
 * @throws PinrefError `invalid_api_key`; `address_not_allowed`; `operation_not_allowed`; `not_signed_in`; `account_suspended`;
 *   `too_many_requests`; `store_unavailable`.
 */
export async function admit(call: MeteredCall): Promise<Admission> {
  const { apiKey, accountId, client, requestId } = call
  if (apiKey !== null) return admitKey(apiKey, call)
  if (accountId !== null) return admitSession(accountId, call)
  return admitVisitorInBurst(client(), { asksUpstream: asksUpstream(call), callId: requestId })
}

async function admitKey(apiKey: string, call: MeteredCall): Promise<Admission> {
  const accountId = accountOfKey(apiKey)
  if (accountId === null) throw invalidApiKey()
  const client = call.client()
  const admission = await admitAccount({
    ...described(call, accountId),
    keyHashes: keyHashes(apiKey),
    isTest: isTestKey(apiKey),
    addressBits: addressBits(client),
  })
  if (admission) return admission
  // Guessing keys is slowed down; a valid key from the same address does not get here.
  throw (await withinFailedKeys(networkOf(client))) ? invalidApiKey() : tooManyRequests(limits.failedKeys)
}

/** Converting is arithmetic. */
const asksUpstream = ({ operation }: MeteredCall) => operation === 'resolve' || operation === 'search'

const described = (call: MeteredCall, accountId: string) => ({
  accountId,
  operation: call.operation,
  asksUpstream: asksUpstream(call),
  callId: call.requestId,
})

/** A person who is signed in has no key that could be unknown; only the account itself may be gone. */
async function admitSession(accountId: string, call: MeteredCall): Promise<Admission> {
  const admission = await admitAccount({
    ...described(call, accountId),
    keyHashes: [],
    isTest: false,
    addressBits: '',
  })
  if (!admission) throw accountGone()
  return admission
}

/** Counts the burst together with the admission, in one round trip; a call beyond the burst is refunded. */
async function admitVisitorInBurst(client: Client, call: VisitorCall): Promise<Admission> {
  const [admission, inBurst] = await Promise.allSettled([admitVisitor(client, call), withinBurst(networkOf(client))])
  if (admission.status === 'rejected') throw admission.reason
  if (inBurst.status === 'fulfilled' && inBurst.value) return admission.value
  const { refused, quota } = admission.value
  const left = refused ? quota : await refund(admission.value)
  if (inBurst.status === 'rejected') throw inBurst.reason
  return { ...admission.value, refused: tooManyRequests(), quota: left }
}
