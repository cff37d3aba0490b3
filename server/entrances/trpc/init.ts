import { initTRPC } from '@trpc/server'
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { SignedIn } from '@/server/features/sign-in/signed-in'
import type { Admission, Quota } from '@/server/metering/access/admission'
import type { Client } from '@/server/metering/access/client'
import type { HeldBody } from '@/server/metering/access/long-body'
import type { CallRecord } from '@/server/platform/observability/call-record'
import { problemOf } from '@/server/platform/problems/problem'
import type { Entrance, RestMeta } from './entrance'
import { toPinrefError } from './error'

/** tRPC's codes by status. tRPC's client links that retry check these codes. */
const codes: Readonly<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
}

/** A procedure's meta. `procedure` sets the fields of `Entrance`; a procedure with a difference overrides them. */
export type ProcedureMeta = Partial<Entrance> & OpenApiMeta<{ openapi?: RestMeta }>

const codeOf = (status: number): TRPC_ERROR_CODE_KEY => codes[status] ?? 'INTERNAL_SERVER_ERROR'

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // A stack trace is for the log, never for a caller, in any environment.
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const problem = problemOf(toPinrefError(error), ctx?.record.requestId ?? 'unknown')
      const code = codeOf(problem.status)
      return {
        message: problem.detail,
        code: TRPC_ERROR_CODES_BY_KEY[code],
        data: { ...shape.data, code, httpStatus: problem.status, problem },
      }
    },
  })

export const { router, middleware } = t

/** Starts a procedure that guarantees this at its entrance. There is no other way to define a procedure. */
export const procedure = (entrance: Entrance) => t.procedure.meta(entrance)

/** A procedure's context. */
export interface Context {
  /**
   * Each value is computed only when it is needed. The signal aborts when the caller disconnects. `header` takes a
   * lowercase name and returns null if the header was not sent.
   */
  call: { client(): Client; signal(): AbortSignal; header(name: string): string | null }
  record: CallRecord
  /** The API key as it was sent; null if none was sent. */
  apiKey: string | null
  /**
   * Returns the person who is signed in, and the account of their session; null if no one is. Called only if needed,
   * because the call takes a round trip.
   */
  signedIn: () => Promise<SignedIn | null>
  metering: Metering
  /**
   * The call's admission, if the call was admitted before its body was read. The procedure then uses that admission.
   */
  early?: Promise<Admission> | undefined
  /** The procedure's output, once a call over REST has succeeded. */
  output?: unknown
  /** The resources that the call's body holds until the response, if the body may be long. */
  body?: HeldBody | undefined
}

/** The state of a call that is needed for its headers and its refund. */
export interface Metering {
  /** The caller that the call was admitted for, and the quota at that time. */
  admission?: Pick<Admission, 'caller' | 'quota'> & Partial<Pick<Admission, 'isAwaited'>>
  /** The current quota. */
  quota?: Quota
  /** Whether the call used an upstream. */
  askedUpstream?: boolean
}
