import type { TRPCError } from '@trpc/server'
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi'
import type { Context } from '@/server/trpc/context'
import { appRouter } from '@/server/trpc/router'
import { openApiDocument } from './openapi'

let paths: ReadonlySet<string> | undefined

/** Whether a path below `/api` is one of the operations: what the document says is what is called. */
export function isOperation(path: string): boolean {
  paths ??= new Set(Object.keys(openApiDocument().paths ?? {}))
  return paths.has(path)
}

/** What the library is handed for a call, and what it leaves behind. */
interface Exchange {
  readonly context: Context
  failure: TRPCError | undefined
}

type Handler = ReturnType<typeof createOpenApiNodeHttpHandler>
type LibraryRequest = Parameters<Handler>[0]
type LibraryResponse = Parameters<Handler>[1]

/**
 * trpc-to-openapi's own handler, built once. It gets the body already read, and the errors are taken from it as they are:
 * its own answers to them do not match the document.
 */
const handle = createOpenApiNodeHttpHandler<typeof appRouter, LibraryRequest & Exchange, LibraryResponse>({
  router: appRouter,
  createContext: async ({ req }) => req.context,
  onError: ({ error, req }) => {
    req.failure = error
  },
})

/** It reads nothing else of the headers. */
const headers = new Headers({ 'content-type': 'application/json' })

/** The procedures are told through the context when the caller has gone; the library only has to be given some signal. */
const { signal } = new AbortController()

/**
 * Calls the procedure that has this path in the router's OpenAPI meta; answers its output as JSON.
 * @param path as in the meta, e.g. `/resolve`.
 * @param body a plain object, parsed from JSON.
 * @throws TRPCError
 */
export async function callProcedure(path: string, body: object, context: Context): Promise<string> {
  let json = ''
  // Taken for a `Request`, or the library would build one for each call, only to read its signal.
  const request = { __proto__: Request.prototype, method: 'POST', url: path, headers, body, signal, context }
  const exchange = request as unknown as LibraryRequest & Exchange
  const response = {
    setHeader: () => {},
    end: (text: string) => {
      json = text
    },
  }
  await handle(exchange, response as unknown as LibraryResponse)
  if (exchange.failure) throw exchange.failure
  return json
}
