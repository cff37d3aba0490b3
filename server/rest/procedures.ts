import type { TRPCError } from '@trpc/server'
import { createOpenApiNodeHttpHandler, type OpenApiMeta } from 'trpc-to-openapi'
import { type FileFormat, fileFormats } from '@/server/batches/write-results'
import type { Context } from '@/server/trpc/context'
import { appRouter } from '@/server/trpc/router'

/** The methods of operations. `GET` and `DELETE` have no body. */
const operationMethods = ['GET', 'POST', 'PUT', 'DELETE'] as const

export type OperationMethod = (typeof operationMethods)[number]

/** A path with its operations. */
export interface OperationRoute {
  /** The path as in the document, without the leading slash: `resolve`, `batches/{id}`. */
  name: string
  methods: readonly OperationMethod[]
}

let plain: ReadonlyMap<string, OperationRoute> | undefined
/** The routes whose path contains values from the caller. */
let templated: ReadonlyArray<[form: RegExp, route: OperationRoute]> = []

/** Returns the route of a path below `/api`, or undefined if it is not an operation. The routes are those of the document. */
export function operationAt(path: string): OperationRoute | undefined {
  plain ??= readRoutes()
  return plain.get(path) ?? templated.find(([form]) => form.test(path))?.[1]
}

/** Returns the path without a slash at its end. With the slash, a path is answered in the same way. */
export const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

/** Returns the path of the results of a batch as a file, which no procedure answers: procedures answer with JSON. */
export const filePath = (format: FileFormat): string => `/batches/{id}/results.${format}`

/** Returns the format of the file that a route answers with; undefined for a route that answers with JSON. */
export const fileFormatOf = ({ name }: OperationRoute): FileFormat | undefined =>
  fileFormats.find((format) => `/${name}` === filePath(format))

/** Reads the routes from the meta of the procedures. The document comes from it too, but takes longer and is seldom needed. */
function readRoutes(): ReadonlyMap<string, OperationRoute> {
  const routes = new Map<string, OperationRoute & { methods: OperationMethod[] }>()
  // Contrary to the type, the procedures are listed flat, by their full names.
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
  for (const format of fileFormats) routes.set(filePath(format), { name: filePath(format).slice(1), methods: ['GET'] })
  templated = [...routes]
    .filter(([path]) => path.includes('{'))
    .map(([path, route]) => [new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[\\w-]+')}$`), route])
  return new Map([...routes].filter(([path]) => !path.includes('{')))
}

/** The context that the library gets for a call, and the failure that it leaves behind. */
interface Exchange {
  readonly context: Context
  failure: TRPCError | undefined
}

type Handler = ReturnType<typeof createOpenApiNodeHttpHandler>
type LibraryRequest = Parameters<Handler>[0]
type LibraryResponse = Parameters<Handler>[1]

/**
 * The handler of trpc-to-openapi, built once. It gets a body that is already read. Errors are taken from it unchanged, because
 * its own error answers do not match the document.
 */
const handle = createOpenApiNodeHttpHandler<typeof appRouter, LibraryRequest & Exchange, LibraryResponse>({
  router: appRouter,
  createContext: ({ req }) => req.context,
  onError: ({ error, req }) => {
    req.failure = error
  },
})

/** The only header that the library reads. */
const headers = new Headers({ 'content-type': 'application/json' })

/** The library requires a signal, but this one never aborts: procedures learn from the context when the caller has gone. */
const { signal } = new AbortController()

/**
 * Calls the procedure that has this path in the router's OpenAPI meta and returns its output as JSON.
 * @param path as in the meta, filled with the caller's values, e.g. `/resolve`; with the query for `GET` and `DELETE`.
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
  // This passes for a `Request`. Otherwise the library would build one for each call, only to read its signal.
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
