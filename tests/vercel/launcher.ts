import { createReadStream } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { passBack, startEdge } from './edge'
import type { FrozenApp } from './frozen-suite'
import { type Instance, startInstance } from './instance'
import { type Output, type Route, readOutput, type Target } from './output'

/** A request being routed through the rules. */
interface RoutedRequest {
  method: string
  /** The requested path, and the path as rewritten by the rules. */
  requestedPath: string
  path: string
  query: URLSearchParams
  headers: OutgoingHttpHeaders
  /** Header lines of the response. */
  added: [string, string][]
  status: number | undefined
}

/**
 * Serves the output of `vercel build`: built files, and each function in its own process, started on its first call.
 * @param folder the output folder, with `run-function.mjs` in it.
 */
export async function startVercel(folder: string, env: Record<string, string>): Promise<FrozenApp> {
  const output = readOutput(folder)
  const instances = new Map<string, Promise<Instance>>()

  function instanceOf(path: string): Promise<Instance> {
    const started = instances.get(path) ?? startInstance(env, { output: folder, function: path })
    instances.set(path, started)
    return started
  }

  /** Returns a middleware's response, or undefined if the request continues. */
  async function runMiddleware(name: string, passage: RoutedRequest): Promise<IncomingMessage | undefined> {
    const instance = await instanceOf(output.functionNamed(name))
    const { method, headers } = passage
    const answer = await instance.ask({ method, headers, path: withQuery(passage) })
    if (answer.headers['x-middleware-next'] !== '1') return answer
    answer.resume()
    for (const [header, value] of Object.entries(answer.headers)) {
      const name = /^x-middleware-request-(.*)/.exec(header)?.[1]
      if (name) passage.headers = { ...passage.headers, [name]: value }
      else if (!/^(x-middleware-|connection|keep-alive|transfer-encoding|content-length|date)/.test(header)) {
        passage.added.push([header, String(value)])
      }
    }
    return undefined
  }

  async function serve(target: Target, incoming: IncomingMessage, outgoing: ServerResponse, passage: RoutedRequest) {
    for (const route of output.phase('hit')) if (matchOf(route, passage)) applyHeaders(route, passage)
    if ('file' in target) {
      const type: [string, string][] = target.contentType ? [['content-type', target.contentType]] : []
      outgoing.writeHead(passage.status ?? 200, [...type, ...passage.added].flat())
      createReadStream(target.file).pipe(outgoing)
      return
    }
    const { method } = passage
    const instance = await instanceOf(target.function)
    const headers = { ...passage.headers, 'x-matched-path': `/${target.name === 'index' ? '' : target.name}` }
    const answer = await instance.ask({ method, headers, path: withQuery(passage), body: incoming })
    passBack(answer, outgoing, passage.added.flat())
  }

  const edge = await startEdge(async (incoming, outgoing, headers) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'https://edge')
    const { method = 'GET' } = incoming
    const query = searchParams
    const passage: RoutedRequest = {
      method,
      requestedPath: pathname,
      path: pathname,
      query,
      headers,
      added: [],
      status: undefined,
    }
    for (const route of output.phase('first')) {
      const match = matchOf(route, passage)
      if (!match) continue
      applyHeaders(route, passage, match)
      if (route.middlewarePath) {
        const answer = await runMiddleware(route.middlewarePath, passage)
        if (answer) return passBack(answer, outgoing, passage.added.flat())
      }
      if (route.status && route.status >= 300 && route.status < 400) {
        outgoing.writeHead(route.status, passage.added.flat()).end()
        return
      }
      applyDestination(route, passage, match)
      if (!route.continue) break
    }
    await serve(findTarget(output, passage), incoming, outgoing, passage)
  })

  return {
    url: edge.url,
    async frozen() {
      for (const instance of instances.values()) await (await instance).frozen()
    },
    async stop() {
      edge.stop()
      for (const instance of instances.values()) await (await instance).stop()
    },
  }
}

/** Returns the target at the path. If there is none, follows the rules for that case, which end at the error page. */
function findTarget(output: Output, passage: RoutedRequest): Target {
  const found = output.find(passage.path)
  if (found) return found
  for (const phase of ['filesystem', 'rewrite', 'error']) {
    for (const route of output.phase(phase)) {
      const match = matchOf(route, passage)
      if (!match || route.dest === undefined) continue
      const rewritten = { ...passage, query: new URLSearchParams(passage.query) }
      applyDestination(route, rewritten, match)
      const target = output.find(rewritten.path)
      if (!target) continue
      Object.assign(passage, rewritten)
      return target
    }
  }
  throw new Error(`nothing answers ${passage.path}`)
}

function matchOf({ src, methods, has = [], missing = [] }: Route, passage: RoutedRequest): RegExpExecArray | null {
  if (methods && !methods.includes(passage.method)) return null
  const holds = ({ type, key, value }: { type: string; key: string; value?: string }) => {
    const given = type === 'query' ? passage.query.get(key) : passage.headers[key.toLowerCase()]
    return given != null && (value === undefined || new RegExp(`^${value}$`).test(String(given)))
  }
  if (!has.every(holds) || missing.some(holds)) return null
  return new RegExp(src.startsWith('^') ? src : `^${src}$`).exec(passage.path)
}

/** Replaces `$1` and `$name` with the groups of a match. */
const filled = (text: string, match: RegExpExecArray): string =>
  text.replace(/\$(\w+)/g, (_, name: string) => match.groups?.[name] ?? match[Number(name)] ?? '')

function applyHeaders({ headers = {} }: Route, { added }: RoutedRequest, match?: RegExpExecArray): void {
  for (const [name, value] of Object.entries(headers)) added.push([name, match ? filled(value, match) : value])
}

function applyDestination({ dest, status }: Route, passage: RoutedRequest, match: RegExpExecArray): void {
  if (status) passage.status = status
  if (dest === undefined) return
  const [path = '', query = ''] = dest.split('?')
  passage.path = filled(path, match)
  for (const [name, value] of new URLSearchParams(query)) passage.query.set(name, filled(value, match))
}

const withQuery = ({ requestedPath, query }: RoutedRequest): string =>
  query.size > 0 ? `${requestedPath}?${query}` : requestedPath
