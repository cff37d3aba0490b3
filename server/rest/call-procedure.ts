import type { AnyTRPCProcedure, TRPCError } from '@trpc/server'
import type { OpenApiMeta } from 'trpc-to-openapi'
import type { Context } from '@/server/trpc/context'
import { appRouter } from '@/server/trpc/router'
import { type Run, runnerOf } from './run-procedure'

/** What a procedure answered: its output as JSON, or what it threw. */
export type Outcome = { json: string } | { error: TRPCError }

/**
 * The procedures that REST serves, by the path in their OpenAPI meta: what the document says is what is called. They are
 * called directly: trpc-to-openapi's own handler does it behind an HTTP layer that callers have to be kept from anyway.
 */
const operations = new Map<string, Run>(
  Object.entries(appRouter._def.procedures as unknown as Record<string, AnyTRPCProcedure>).flatMap(
    ([name, procedure]) => {
      const { openapi } = (procedure._def.meta ?? {}) as OpenApiMeta
      return openapi ? [[openapi.path, runnerOf(name, procedure)] as const] : []
    },
  ),
)

/** Whether a path below `/api` is one of the operations. */
export const isOperation = (path: string) => operations.has(path)

/**
 * Calls the procedure that has this path in the router's OpenAPI meta.
 * @param path as in the meta, e.g. `/resolve`.
 * @param body a plain object, parsed from JSON.
 */
export async function callProcedure(path: string, body: object, context: Context): Promise<Outcome> {
  const run = operations.get(path)
  if (!run) throw new Error(`no procedure has the path ${path}`)
  const result = await run(body, context)
  return result.ok ? { json: JSON.stringify(result.data) } : { error: result.error }
}
