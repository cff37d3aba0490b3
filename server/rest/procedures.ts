import type { TRPCError } from '@trpc/server'
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi'
import { mostRequestBytes } from '@/server/runtime/bounded-body'
import type { Context } from '@/server/trpc/context'
import { appRouter } from '@/server/trpc/router'
import { openApiDocument } from './openapi'

/** What an operation is called with: `GET` is without a body. */
export type OperationMethod = 'GET' | 'POST'

let methods: ReadonlyMap<string, OperationMethod> | undefined

/** What a path below `/api` is called with, undefined where it is no operation: what the document says is what is called. */
export function operationMethod(path: string): OperationMethod | undefined {
  methods ??= new Map(
    Object.entries(openApiDocument().paths ?? {}).map(([path, { get }]) => [path, get ? 'GET' : 'POST']),
  )
  return methods.get(path)
}

export const isOperation = (path: string): boolean => operationMethod(path) !== undefined

/** The longest body that an operation takes: a batch has room for a hundred calls. */
export const mostBodyBytes = (path: string): number => (path === '/batch' ? mostBatchBytes : mostRequestBytes)

const mostBatchBytes = 512 * 1024

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
 * @param body a plain object, parsed from JSON; null for `GET`.
 * @throws TRPCError
 */
export async function callProcedure(path: string, body: object | null, context: Context): Promise<string> {
  let json = ''
  // Taken for a `Request`, or the library would build one for each call, only to read its signal.
  const method = body === null ? 'GET' : 'POST'
  const request = { __proto__: Request.prototype, method, url: path, headers, body, signal, context }
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
