import type { ErrorCode } from '@/server/platform/problems/errors'
import type { Admission, Admissions, CountedCall } from './admission'
import { admitAccount } from './admit-account'
import { admitVisitor } from './admit-visitor'
import { accountOfKey, isTestKey, keyHashes } from './api-key'
import { addressBits, type Client, networkOf } from './client'
import { countInBurst, withinFailedKeys } from './limiter'
import { limits } from './limits'
import type { Role } from './members'
import { accountGone, invalidApiKey, tooManyRequests } from './refusals'

/** A signed-in person, the account that they act in, and the roles in it that may make the call. */
export interface MemberCaller {
  accountId: string
  personId: string
  roles: readonly Role[]
}

/** Who is calling. */
export interface Caller {
  /** Called only if no one is signed in. */
  client: () => Client
  /** The API key as sent; null if none was sent. If present, it alone identifies the caller. */
  apiKey: string | null
  /** The signed-in person in their session's account; null otherwise. */
  member: MemberCaller | null
}

/** A call to count, and its caller. */
export interface MeteredCall extends Caller {
  /**
   * `resolve`, `search`, or `convert`; for an account, also `usage`, `key`, and `keys`, which count only against the
   * burst.
   */
  operation: string
  requestId: string
}

/**
 * Counts a call against its caller. Takes one round trip to the store, or none for a malformed key.
 * @throws PinrefError `invalid_api_key`; `address_not_allowed`; `operation_not_allowed`; `not_signed_in`; `account_suspended`;
 *   `too_many_requests`; `store_unavailable`.
 */
export function admit(call: MeteredCall): Promise<Admission> {
  const counted = countedCall(call.operation, call.requestId)
  const admissions = isVisitor(call) ? admitVisitor(call.client(), [counted]) : admitKnown(call, [counted])
  return admissions.then(singleAdmission)
}

/**
 * Counts a batch's calls against their caller, each as a separate call, in one round trip. An empty batch only reads
 * the caller's quota, like `GET /api/key`, and has one outcome: whether it is within the burst limit.
 * @param operations each call's operation: `resolve`, `search`, or `convert`.
 * @throws as `admit`, except that the rejection of a single call is among the outcomes.
 */
export async function admitMulticall(
  caller: Caller,
  operations: readonly string[],
  requestId: string,
): Promise<Admissions> {
  const calls = operations.map((operation, index) => countedCall(operation, `${requestId}-${index}`))
  if (isVisitor(caller)) return admitVisitor(caller.client(), calls)
  if (calls.length > 0) return admitKnown(caller, calls)
  return admitKnown(caller, [countedCall('key', requestId)])
}

/**
 * Looks up a key without counting anything, before a long body is read. Takes one round trip, or none for a malformed
 * key.
 * @returns the id of its account.
 * @throws PinrefError `invalid_api_key`; `account_suspended`; `address_not_allowed`; `too_many_requests` if its burst is used up;
 *   `store_unavailable`.
 */
export const lookUpKey = async (apiKey: string, client: Client): Promise<string> =>
  (await admitKey(apiKey, client, [])).caller

/**
 * Counts requests that are not lookups, such as reading a list, only against their caller's burst, in one round trip.
 * @returns the id of the key; null for callers without one.
 * @throws as `admit`; `too_many_requests` unless all of them are within the burst limit.
 */
export async function admitRequests(caller: Caller, requests: number, requestId: string): Promise<string | null> {
  if (isVisitor(caller)) {
    const within = await countInBurst(networkOf(caller.client()), requests)
    if (within !== requests) throw tooManyRequests()
    return null
  }
  const calls = Array.from({ length: requests }, (_, index) => countedCall('key', `${requestId}-${index}`))
  const { outcomes, keyId } = await admitKnown(caller, calls)
  for (const { refused } of outcomes) if (refused) throw refused
  return keyId
}

const isVisitor = ({ apiKey, member }: Caller) => apiKey === null && member === null

/** Describes a call for counting. Only `resolve` and `search` may call an upstream; `convert` is arithmetic. */
const countedCall = (operation: string, callId: string): CountedCall => ({
  operation,
  asksUpstream: operation === 'resolve' || operation === 'search',
  callId,
})

/**
 * Counts calls with a key or a session, in one round trip, or none for a malformed key.
 * @throws as `admit`, except when a single call is rejected.
 */
function admitKnown(caller: Caller, calls: readonly CountedCall[]): Promise<Admissions> {
  const { apiKey, member } = caller
  if (apiKey !== null) return admitKey(apiKey, caller.client(), calls)
  if (member === null) throw new Error('a visitor has no account')
  return admitMember(member, calls)
}

async function admitKey(apiKey: string, client: Client, calls: readonly CountedCall[]): Promise<Admissions> {
  const accountId = accountOfKey(apiKey)
  if (accountId === null) throw invalidApiKey()
  const described = { accountId, keyHashes: keyHashes(apiKey), isTest: isTestKey(apiKey) }
  const admissions = await admitAccount({ ...described, addressBits: addressBits(client) }, calls)
  if (admissions) return admissions
  // Slows down key guessing. Calls with valid keys from the same address are not affected.
  throw (await withinFailedKeys(networkOf(client))) ? invalidApiKey() : tooManyRequests(limits.failedKeys)
}

/** Counts a signed-in person's calls. There is no key to look up, but the account may be gone, or the role changed. */
async function admitMember(
  { accountId, personId, roles }: MemberCaller,
  calls: readonly CountedCall[],
): Promise<Admissions> {
  const member = { personId, roles }
  const admissions = await admitAccount({ accountId, member, keyHashes: [], isTest: false, addressBits: '' }, calls)
  if (!admissions) throw accountGone()
  return admissions
}

/**
 * Returns the admission of a single call. Throws if the key may not call the operation, so that the call is not counted
 * as rejected.
 */
function singleAdmission({ months, caller, keyId, isAwaited, operations, outcomes, refund }: Admissions): Admission {
  const [outcome] = outcomes
  if (!outcome) throw new Error('a call was neither admitted nor rejected')
  const { refused, quota } = outcome
  if (refused?.code === 'operation_not_allowed') throw refused
  const refundIt = (askedUpstream = false, code: ErrorCode = 'internal_error') =>
    refund([{ index: 0, askedUpstream, code }])
  // Spelled out, because object rest syntax is slow.
  return { months, caller, keyId, isAwaited, operations, refused, quota, refund: refundIt }
}
