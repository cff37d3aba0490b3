import type { TRPCError } from '@trpc/server'
import { createOpenApiNodeHttpHandler, type OpenApiMeta } from 'trpc-to-openapi'
import type { Context } from '@/server/trpc/context'
import { appRouter } from '@/server/trpc/router'

/** What an operation is called with: `GET` and `DELETE` are without a body. */
const operationMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const

export type OperationMethod = (typeof operationMethods)[number]

/** An address that operations answer. */
export interface OperationRoute {
  /** As in the document, without the slash: `resolve`, `batches/{id}`. */
  name: string
  methods: readonly OperationMethod[]
}

let plain: ReadonlyMap<string, OperationRoute> | undefined
/** Those with something of the caller's in their address. */
let templated: ReadonlyArray<[form: RegExp, route: OperationRoute]> = []

/** The route of a path below `/api`, undefined where it is no operation: what the document says is what is called. */
export function operationAt(path: string): OperationRoute | undefined {
  plain ??= readRoutes()
  return plain.get(path) ?? templated.find(([form]) => form.test(path))?.[1]
}

export const isOperation = (path: string): boolean => operationAt(path) !== undefined

/** The same path without a slash at its end, with which it is answered like without. */
export const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

/** From the meta of the procedures, which the document is generated from, too: that takes longer, and is seldom asked for. */
function readRoutes(): ReadonlyMap<string, OperationRoute> {
  const routes = new Map<string, OperationRoute & { methods: OperationMethod[] }>()
  // They are listed by their whole names, other than their type says.
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta?: OpenApiMeta } }>
  for (const { _def } of Object.values(procedures)) {
    const { path, method } = _def.meta?.openapi ?? {}
    const known = operationMethods.find((one) => one === method)
    if (!path || !known) continue
    const route = routes.get(path) ?? { name: path.slice(1), methods: [] }
    routes.set(path, {
      ...route,
      methods: operationMethods.filter((one) => one === known || route.methods.includes(one)),
    })
  }
  templated = [...routes]
    .filter(([path]) => path.includes('{'))
    .map(([path, route]) => [new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[\\w-]+')}$`), route])
  return new Map([...routes].filter(([path]) => !path.includes('{')))
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
  createContext: ({ req }) => req.context,
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
 * @param path as in the meta, with what the caller has put into it, e.g. `/resolve`; with a query for `GET` and `DELETE`.
 * @param body a plain object, parsed from JSON; null for `GET` and `DELETE`.
 * @throws TRPCError
 */
export async function callProcedure(
  method: OperationMethod,
  path: string,
  body: object | null,
  context: Context,
): Promise<string> {
  let json = ''
  // Taken for a `Request`, or the library would build one for each call, only to read its signal.
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
