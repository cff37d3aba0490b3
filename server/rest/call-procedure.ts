import type { TRPCError } from '@trpc/server'
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi'
import type { Context } from '@/server/trpc/context'
import { appRouter } from '@/server/trpc/router'

/** What a procedure answered: its output as JSON, or what it threw. */
export type Outcome = { json: string } | { error: TRPCError }

/**
 * A request in the shape trpc-to-openapi reads. It must count as a `Request`, or the library builds a whole one per call
 * just to take its signal; its address is ours, never the caller's; its body is parsed already.
 */
interface OpenApiRequest {
  method: string
  url: string
  headers: Headers
  body: unknown
  signal: AbortSignal
  context: Context
  error?: TRPCError
}

// Built once: it holds the route table.
const handle = createOpenApiNodeHttpHandler<typeof appRouter, never, never>({
  router: appRouter,
  createContext: ({ req }: { req: OpenApiRequest }) => req.context,
  onError: ({ error, req }: { error: TRPCError; req: OpenApiRequest }) => {
    // The library's own body would tell the caller any message there is. It is not used. This must not throw.
    req.error = error
  },
} as never) as unknown as (request: OpenApiRequest, response: OpenApiResponse) => Promise<void>

interface OpenApiResponse {
  statusCode: number
  setHeader(): void
  end(body: string): void
}

const jsonHeaders = new Headers({ 'content-type': 'application/json' })

/**
 * Calls the procedure that has this path in the router's OpenAPI meta.
 * @param path as in the meta, e.g. `/resolve`.
 * @param body a plain object, parsed from JSON.
 */
export async function callProcedure(method: string, path: string, body: object, context: Context): Promise<Outcome> {
  const request = Object.create(Request.prototype, {
    method: { value: method },
    url: { value: path },
    headers: { value: jsonHeaders },
    body: { value: body },
    signal: { value: context.signal },
    context: { value: context },
    error: { value: undefined, writable: true },
  }) as OpenApiRequest
  let json = ''
  await handle(request, {
    statusCode: 0,
    setHeader: () => {},
    end: (text) => {
      json = text
    },
  })
  return request.error ? { error: request.error } : { json }
}
