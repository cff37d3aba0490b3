import { initTRPC } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import { problemOf, retryAfterOf } from '@/server/problem'
import type { Context } from './context'
import { toPinrefError } from './error'

const t = initTRPC
  .context<Context>()
  .meta<OpenApiMeta>()
  .create({
    // A stack is for the log, never for a caller, whatever the environment says.
    isDev: false,
    errorFormatter: ({ shape, error, ctx }) => {
      const told = toPinrefError(error)
      const problem = problemOf(told, ctx?.record.requestId ?? 'unknown')
      return {
        ...shape,
        message: problem.detail,
        data: { ...shape.data, problem, retryAfterSeconds: retryAfterOf(told) },
      }
    },
  })

export const { router, procedure, middleware } = t
