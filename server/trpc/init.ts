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

const codeOf = (status: number): TRPC_ERROR_CODE_KEY => codes[status] ?? 'INTERNAL_SERVER_ERROR'

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta>()
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
