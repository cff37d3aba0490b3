import { initTRPC } from '@trpc/server'
import { type TRPC_ERROR_CODE_KEY, TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { problemOf } from '@/server/problem'
import type { Context } from './context'
import { toPinrefError } from './error'

/** tRPC's codes by status. Links that retry look at the code. */
const codes: Readonly<Record<number, TRPC_ERROR_CODE_KEY>> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  413: 'PAYLOAD_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
}

/** When an operation was deprecated, and when it will be removed: days in UTC, `2026-11-25`. */
export interface Deprecation {
  since: string
  /** At least 180 days after `since`, as the policy in the docs promises. */
  sunset: string
  /** The page about what to call instead, below the address of this server: `/docs/…`. */
  page: `/${string}`
}

/** REST behavior of an operation besides calling its procedure, in the meta next to its path. */
type RestMeta = {
  openapi?: {
    /** Whether it creates something at its own path plus `/{id}`: it then returns 201, with `Location`. */
    creates?: boolean
    /** Whether it reads `Idempotency-Key`. */
    idempotent?: boolean
    /** Adds `Deprecation`, `Sunset` and `Link` to every response, and marks the operation in the OpenAPI document. */
    deprecation?: Deprecation
  }
}

/** The meta of a procedure. */
export type ProcedureMeta = OpenApiMeta<RestMeta>

const codeOf = (status: number): TRPC_ERROR_CODE_KEY => codes[status] ?? 'INTERNAL_SERVER_ERROR'

const t = initTRPC
  .context<Context>()
  .meta<ProcedureMeta>()
  .create({
    // A stack is for the log, never for a caller, whatever the environment says.
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

export const { router, procedure, middleware } = t
