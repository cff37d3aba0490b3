import * as z from 'zod'
import { readKeys, readRevokedKeys } from '@/server/metering/access/key-list'
import { limits } from '@/server/metering/access/limits'
import { maxFailedCalls, readFailedCalls } from '@/server/metering/usage/failed-calls'
import type { ApiErrorCode } from '@/server/platform/problems/errors'
import { errorCodeShape } from '@/server/platform/problems/problem'
import { viewerProcedure } from '../batches/owner'
import { router } from '../init'
import { exampleKeyId } from '../keys/schemas'
import { viewProcedure } from '../signed-in'
import { listFields, nextField, pageOf, timeField } from '../wire'

/** A failed call, as the API returns it. */
export const errorOutput = z
  .strictObject({
    request_id: z.string().meta({
      description: 'The `X-Request-Id` of the call.',
      example: 'req_4fQ0zL2mXb7K9aRt',
    }),
    occurred_at: timeField('When the call failed.', '2026-11-24T09:30:00.000Z'),
    key_id: z.string().nullable().meta({ description: 'The id of the key; null for an app.', example: exampleKeyId }),
    key_name: z.string().nullable().meta({ description: 'The key’s name; null if unknown.', example: 'Server' }),
    operation: z.string().meta({ description: 'The operation, or an agent’s tool.', example: 'resolve' }),
    item_count: z.int().min(1).nullable().meta({
      description: 'How many items of the call failed with this code; null without items.',
      example: null,
    }),
    status: z.int().meta({ description: 'The HTTP status.', example: 404 }),
    code: errorCodeShape,
    detail: z.string().meta({
      description: 'What happened, without the links, names, and identifiers in the request.',
      example: 'Google no longer knows a listing with this place id.',
    }),
  })
  .meta({ id: 'FailedCall' })

const errorsOutput = z.strictObject({ errors: z.array(errorOutput), next: nextField() }).meta({ id: 'FailedCalls' })

/** Returns an account's failed calls as the API sends them, and its keys, including the recently revoked ones. */
async function failedCallsOf(accountId: string) {
  const [calls, keys, revoked] = await Promise.all([
    readFailedCalls(accountId),
    readKeys(accountId),
    readRevokedKeys(accountId),
  ])
  const named = [
    ...keys.map((key) => ({ ...key, isRevoked: false })),
    ...revoked.map((key) => ({ ...key, isRevoked: true })),
  ].map(({ id, name, start, end, isRevoked }) => ({ id, name, start, end, isRevoked }))
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const entries = calls.map(({ at, requestId, keyId, operation, items, status, code, detail }) => ({
    id: `${requestId}-${code}`,
    created: at,
    wire: {
      request_id: requestId,
      occurred_at: new Date(at).toISOString(),
      key_id: keyId,
      key_name: (keyId !== null && names.get(keyId)) || null,
      operation,
      item_count: items ?? null,
      status,
      // Keys and apps get no other codes.
      code: code as ApiErrorCode,
      detail,
    },
  }))
  return { entries, keys: named }
}

/** The failed calls of the last seven days, newest first. */
export const errorsRouter = router({
  list: viewerProcedure
    .meta({
      costs: { limit: limits.burst, operation: 'usage' },
      returns: { errors: maxFailedCalls },
      openapi: {
        method: 'GET',
        path: '/errors',
        tags: ['Account'],
        summary: 'List recent errors',
        description: `Returns the account’s last ${maxFailedCalls} failed calls from the past seven days, newest first. A call appears within a few seconds. Never counts as a call.`,
      },
    })
    .input(z.strictObject(listFields))
    .output(errorsOutput)
    .query(async ({ ctx: { batches: owner }, input }) => {
      const { entries } = await failedCallsOf(owner.accountId)
      const { page, next } = pageOf(entries, input)
      return { errors: page.map(({ wire }) => wire), next }
    }),

  /** The same with the account's keys, for the page, which also shows how each key begins and ends. */
  read: viewProcedure.meta({ returns: { errors: maxFailedCalls } }).query(async ({ ctx: { member: owner } }) => {
    const { entries, keys } = await failedCallsOf(owner.accountId)
    return { errors: entries.map(({ wire }) => wire), keys }
  }),
})
