import { createOpenApiNodeHttpHandler, type OpenApiRouter } from 'trpc-to-openapi'
import type * as z from 'zod'
import type { Entrance, RestMeta } from '@/server/entrances/trpc/entrance'
import type { Context } from '@/server/entrances/trpc/init'
import { allProcedures } from '@/server/entrances/trpc/procedure-facts'
import { type FileFormat, fileFormats } from '@/server/features/batches/file-formats'

/** The methods of operations. `GET` and `DELETE` have no body. */
const operationMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type OperationMethod = (typeof operationMethods)[number]

/** What REST needs to know about an operation: what its procedure's meta says, and the names of its values. */
export interface Operation extends Entrance, RestMeta {
  method: OperationMethod
  /** The names of the values in the operation's path. */
  inPath: readonly string[]
  /** The names of the operation's other values: query parameters or body fields. */
  fields: readonly string[]
  /** The format of the file that the operation returns; omitted if it returns JSON. */
  format?: FileFormat
}

/** A path with its operations. */
export interface OperationRoute {
  /** The path as in the document, without the leading slash: `resolve`, `batches/{id}`. */
  name: string
  /** In the order of `operationMethods`. */
  methods: readonly OperationMethod[]
  operations: Readonly<Partial<Record<OperationMethod, Operation>>>
  /** Matches the path, with a group for each value in it. */
  form: RegExp
  /**
   * Calls an operation's procedure.
   * @param path the path as in the meta, filled in with the caller's values, e.g. `/resolve`.
   * @param input the body fields, parsed from JSON, or the query parameters for `GET` and `DELETE`.
   * @returns its output as JSON. `context.output` is the output itself.
   * @throws TRPCError
   */
  callProcedure(operation: Operation, path: string, input: object, context: Context): Promise<string>
}

/** A tRPC router, served over REST. Its routes are read on the first call. */
export interface ServedRouter {
  /** Returns the route of a path below `/api`, or undefined if it is not an operation. The routes match the document. */
  operationAt(path: string): OperationRoute | undefined
  /** Returns all routes by path, as in the document: `/batches/{id}`. */
  allRoutes(): ReadonlyMap<string, OperationRoute>
}

/** Serves the procedures of a router that have a path. */
export function serveRouter(router: Router): ServedRouter {
  const routes = once(() => readRoutes(router))
  return {
    allRoutes: () => routes().all,
    operationAt(path) {
      const { plain, templated } = routes()
      return plain.get(path) ?? templated.find(({ form }) => form.test(path))
    },
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type Router = OpenApiRouter & Parameters<typeof allProcedures>[0]

interface Routes {
  /** By path, as in the document. */
  all: ReadonlyMap<string, OperationRoute>
  plain: ReadonlyMap<string, OperationRoute>
  /** The routes whose path contains values from the caller. */
  templated: readonly OperationRoute[]
}

/** Returns the path without a trailing slash. Both forms of the path are accepted. */
export const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

/** Returns the path of an operation's response as a file. No procedure serves this path, because procedures return JSON. */
export const filePath = (path: string, format: FileFormat): string => `${path}.${format}`

/**
 * Reads the routes from the procedures' meta. The OpenAPI document is built from the meta too, but this takes longer
 * and is rarely needed.
 */
function readRoutes(router: Router): Routes {
  const callProcedure = callerOf(router)
  const byPath = new Map<string, OperationRoute['operations']>()
  for (const { path, operation } of servedOperations(router)) {
    byPath.set(path, { ...byPath.get(path), [operation.method]: operation })
    for (const format of operation.files ? fileFormats : []) {
      // A file has no pages, so it has no `limit`.
      const ofPage = operation.fields.filter((name) => name !== 'limit')
      const fields = format === 'csv' ? [...ofPage, 'format'] : ofPage
      byPath.set(filePath(path, format), { GET: { ...operation, fields, format } })
    }
  }
  const all = [...byPath].map(([path, operations]): [string, OperationRoute] => {
    const methods = operationMethods.filter((method) => operations[method])
    const form = path.replaceAll('.', '\\.').replaceAll(/\{(\w+)\}/g, '(?<$1>[\\w-]+)')
    return [path, { name: path.slice(1), methods, operations, form: new RegExp(`^${form}$`), callProcedure }]
  })
  const isPlain = ([path]: [string, unknown]) => !path.includes('{')
  return {
    all: new Map(all),
    plain: new Map(all.filter(isPlain)),
    templated: all.filter((one) => !isPlain(one)).map(([, route]) => route),
  }
}

/** Returns the operations of a router's procedures that REST serves. */
function servedOperations(router: Router) {
  return [...allProcedures(router).values()].flatMap(({ meta, inputs }) => {
    if (!meta.openapi) return []
    const { openapi, ...entrance } = meta
    const { path, ...rest } = openapi
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const fields = inputs.flatMap(fieldsOf).filter((name) => !inPath.includes(name))
    const operation: Operation = { ...entrance, ...rest, inPath, fields }
    return [{ path, operation }]
  })
}

/** Returns an input's field names; none for an operation without input. */
const fieldsOf = (input: z.ZodType): string[] => ('shape' in input ? Object.keys(input.shape as object) : [])

type Handler = ReturnType<typeof createOpenApiNodeHttpHandler>
type LibraryRequest = Parameters<Handler>[0] & { context: Context }
type LibraryResponse = Parameters<Handler>[1]

/**
 * The request that all calls share: the library reads only its headers and its signal, which never aborts, because
 * procedures use the context to detect that the caller has disconnected. A request for each call would take 3% of a
 * call's time.
 */
const shared = new Request('http://localhost', { headers: { 'content-type': 'application/json' } })

/** Returns the function that calls a router's procedures by path. */
function callerOf(router: Router): OperationRoute['callProcedure'] {
  // Built once. It gets a body that has already been read. Its errors are thrown, because its own error responses do not
  // match the document.
  const handle = createOpenApiNodeHttpHandler<Router, LibraryRequest, LibraryResponse>({
    router,
    createContext: ({ req }) => req.context,
    responseMeta({ ctx, data: [output] }) {
      if (ctx) (ctx as Context).output = output
      return {}
    },
    onError({ error }) {
      throw error
    },
  })
  return async ({ method }, path, input, context) => {
    const own = { method, url: path, body: input, query: input, context }
    // As the library does with fetch-style requests.
    const request: unknown = new Proxy(shared, {
      get: (request, name) => Reflect.get(Object.hasOwn(own, name) ? own : request, name),
    })
    const response = new JsonResponse()
    await handle(request as LibraryRequest, response as unknown as LibraryResponse)
    return response.json
  }
}

/** The response to a call, as the library writes it. */
class JsonResponse {
  json = ''

  setHeader(): void {}

  end(json: string): void {
    this.json = json
  }
}
