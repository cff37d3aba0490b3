import type { TRPCError } from '@trpc/server'
import { createOpenApiNodeHttpHandler } from 'trpc-to-openapi'
import type * as z from 'zod'
import type { Context, ProcedureMeta } from '@/server/entrances/trpc/init'
import { appRouter } from '@/server/entrances/trpc/router'
import { type FileFormat, fileFormats } from '@/server/features/batches/write-results'

/** The methods of operations. `GET` and `DELETE` have no body. */
const operationMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

export type OperationMethod = (typeof operationMethods)[number]

/** What REST needs to know about an operation besides its procedure. */
export interface Operation
  extends Pick<NonNullable<ProcedureMeta['openapi']>, 'creates' | 'idempotent' | 'deprecation'> {
  /** The names of the values in the operation's path. */
  inPath: readonly string[]
  /** The names of the operation's other values: query parameters or body fields. */
  fields: readonly string[]
}

/** A path with its operations. */
export interface OperationRoute {
  /** The path as in the document, without the leading slash: `resolve`, `batches/{id}`. */
  name: string
  /** In the order of `operationMethods`. */
  methods: readonly OperationMethod[]
  operations: Readonly<Partial<Record<OperationMethod, Operation>>>
}

interface Routes {
  /** By path, as in the document. */
  all: ReadonlyMap<string, OperationRoute>
  plain: ReadonlyMap<string, OperationRoute>
  /** The routes whose path contains values from the caller. */
  templated: ReadonlyArray<[form: RegExp, route: OperationRoute]>
}

let routes: Routes | undefined

/** Returns the route of a path below `/api`, or undefined if it is not an operation. The routes match the document. */
export function operationAt(path: string): OperationRoute | undefined {
  routes ??= readRoutes()
  return routes.plain.get(path) ?? routes.templated.find(([form]) => form.test(path))?.[1]
}

/** Returns all routes by path, as in the document: `/batches/{id}`. */
export function allRoutes(): ReadonlyMap<string, OperationRoute> {
  routes ??= readRoutes()
  return routes.all
}

/** Returns the path without a trailing slash. Both forms of the path are accepted. */
export const withoutSlash = (path: string): string => (path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path)

/** Returns the path of a batch's results as a file. No procedure serves this path, because procedures return JSON. */
export const filePath = (format: FileFormat): string => `/batches/{id}/results.${format}`

/** Returns the format of the file that a route returns; undefined for a route that returns JSON. */
export const fileFormatOf = ({ name }: OperationRoute): FileFormat | undefined =>
  fileFormats.find((format) => `/${name}` === filePath(format))

/**
 * Reads the routes from the procedures' meta. The OpenAPI document is built from the meta too, but this takes longer
 * and is rarely needed.
 */
function readRoutes(): Routes {
  const byPath = new Map<string, OperationRoute['operations']>()
  for (const { meta, inputs } of servedProcedures()) {
    const { path, method, ...facts } = meta
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const fields = inputs.flatMap(fieldsOf).filter((name) => !inPath.includes(name))
    byPath.set(path, { ...byPath.get(path), [method]: { ...facts, inPath, fields } })
  }
  const page = byPath.get('/batches/{id}/results')?.GET
  for (const format of fileFormats) {
    // A file has no pages, so it has no `limit`.
    if (page) byPath.set(filePath(format), { GET: { ...page, fields: page.fields.filter((name) => name !== 'limit') } })
  }
  const all = [...byPath].map(([path, operations]): [string, OperationRoute] => [
    path,
    { name: path.slice(1), methods: operationMethods.filter((method) => operations[method]), operations },
  ])
  const isPlain = ([path]: [string, unknown]) => !path.includes('{')
  const formOf = (path: string) => path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[\\w-]+')
  return {
    all: new Map(all),
    plain: new Map(all.filter(isPlain)),
    templated: all.filter((one) => !isPlain(one)).map(([path, route]) => [new RegExp(`^${formOf(path)}$`), route]),
  }
}

/** Returns the meta and the input schemas of the procedures that REST serves. */
function servedProcedures() {
  // Despite the type, the procedures are listed flat, by their full names.
  const procedures = appRouter._def.procedures as unknown as Record<
    string,
    { _def: { meta?: ProcedureMeta; inputs: readonly z.ZodType[] } }
  >
  return Object.values(procedures).flatMap(({ _def: { meta, inputs } }) =>
    meta?.openapi ? [{ meta: meta.openapi, inputs }] : [],
  )
}

/** Returns an input's field names; none for an operation without input. */
const fieldsOf = (input: z.ZodType): string[] => ('shape' in input ? Object.keys(input.shape as object) : [])

/** The context that the library gets for a call, and the call's failure, if any. */
interface Exchange {
  readonly context: Context
  failure: TRPCError | undefined
}

type Handler = ReturnType<typeof createOpenApiNodeHttpHandler>
type LibraryRequest = Parameters<Handler>[0]
type LibraryResponse = Parameters<Handler>[1]

/**
 * The handler of trpc-to-openapi, built once. The handler gets a body that has already been read. The handler's errors
 * are used unchanged, because its own error responses do not match the document.
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

/**
 * The library requires a signal, but this one never aborts: procedures use the context to detect that the caller has
 * disconnected.
 */
const { signal } = new AbortController()

/**
 * Calls the procedure that has this path in the router's OpenAPI meta and returns its output as JSON.
 * @param path the path as in the meta, filled in with the caller's values, e.g. `/resolve`.
 * @param input the body fields, parsed from JSON, or the query parameters for `GET` and `DELETE`.
 * @throws TRPCError
 */
export async function callProcedure(
  method: OperationMethod,
  path: string,
  input: object,
  context: Context,
): Promise<string> {
  let json = ''
  // This acts as a `Request`. Otherwise, the library would build one for each call just to read its signal.
  const request = {
    __proto__: Request.prototype,
    method,
    url: path,
    headers,
    body: input,
    query: input,
    signal,
    context,
  }
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
