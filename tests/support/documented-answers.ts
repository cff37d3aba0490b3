import type { IncomingHttpHeaders } from 'node:http'
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { closed } from './openapi'

/** A response as received. */
export interface WireAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface Documented {
  content?: Record<string, unknown>
  headers?: Record<string, { schema: object }>
}

/** Checks responses against the documentation. */
export interface Documentation {
  /** Returns what is wrong with a response; null if it is as documented. `path` is the requested path. */
  faultOf(method: string, path: string, answer: WireAnswer): string | null
}

/** The API's and the dashboard's codes, by status. */
const codes: Record<number, readonly string[]> = {
  400: ['invalid_request', 'invalid_cid', 'rounded_cid', 'unsupported_link', 'no_listing_in_link'],
  401: ['invalid_api_key', 'not_signed_in'],
  403: ['operation_not_allowed', 'address_not_allowed', 'cross_site', 'account_suspended'],
  404: [
    'listing_not_found',
    'batch_not_found',
    'watchlist_not_found',
    'callback_not_found',
    'delivery_not_found',
    'route_not_found',
    'account_not_found',
    'key_not_found',
  ],
  405: ['method_not_allowed'],
  408: ['body_too_slow'],
  409: ['batch_state', 'watchlist_state', 'idempotency_key_reused', 'limit_reached'],
  413: ['payload_too_large'],
  429: ['free_quota_exhausted', 'monthly_quota_exhausted', 'key_quota_exhausted', 'too_many_requests'],
  500: ['link_unreachable', 'upstream_unavailable', 'upstream_blocked', 'upstream_cap_reached', 'store_unavailable'],
}

const dashboardCodes: ReadonlySet<string> = new Set(['cross_site', 'not_signed_in', 'account_not_found'])

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/
const internals = /node_modules|node:internal|\bat [^ ]+ \(|ZodError|TRPCError|ECONN|ioredis|\.ts:\d/
const operations: ReadonlySet<string> = new Set(['/resolve', '/search', '/convert', '/batch', '/usage', '/key'])
const documents: ReadonlyMap<string, string> = new Map([
  ['/health', 'application/json'],
  ['/health/ready', 'application/json'],
  ['/status', 'application/json'],
  ['/openapi.json', 'application/json'],
  ['/postman.json', 'application/json'],
  ['/openapi.yaml', 'application/yaml'],
])
/** Headers that only some responses with a status have. */
const optional: ReadonlySet<string> = new Set(['x-ratelimit-reset', 'x-api-key-type'])
/** A call may be rejected before its quota is read: because of its input, or because of the burst limit. */
const quotaHeader = /^(?:x-)?ratelimit/

/** Reads a running server's OpenAPI document. */
export async function readDocumentation(url: string): Promise<Documentation> {
  const document = closed(await fetch(`${url}/api/openapi.json`).then((response) => response.json()))
  const ajv = new Ajv2020({ strict: false })
  addFormats(ajv)
  ajv.addSchema({ ...document, $id: 'openapi' })
  const validators = new Map<string, ValidateFunction>()
  const validator = (pointer: string) => {
    const made = validators.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` })
    validators.set(pointer, made)
    return made
  }
  const bodyFault = (pointer: string, body: unknown) =>
    validator(pointer)(body) ? null : `the body is not as documented: ${JSON.stringify(validator(pointer).errors)}`

  function ofOperation(path: string, answer: WireAnswer): string | null {
    const { status, headers } = answer
    const method = document.paths[path].get ? 'get' : 'post'
    const responses: Record<string, Documented> = document.paths[path][method].responses
    const response = responses[status]
    if (!response) return `${status} is not documented`
    const mediaType = headers['content-type'] ?? ''
    if (!response.content?.[mediaType]) return `the media type ${mediaType} is not documented for ${status}`
    for (const [name, { schema }] of Object.entries(response.headers ?? {})) {
      const value = headers[name.toLowerCase()]
      if (value === undefined && optional.has(name.toLowerCase())) continue
      if (value === undefined && status >= 400 && quotaHeader.test(name.toLowerCase())) continue
      // A longer wait is only in the body.
      if (value === undefined && name === 'Retry-After' && waitIn(answer.body) > 3_600) continue
      if (value === undefined) return `${name} is missing`
      const typed = 'type' in schema && schema.type === 'integer' ? Number(value) : value
      if (!ajv.validate(schema, typed)) return `${name} is ${value}`
    }
    const steps = ['paths', path, method, 'responses', String(status), 'content', mediaType, 'schema']
    const pointer = steps
      .map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`)
      .join('')
    return bodyFault(pointer, parsed(answer.body))
  }

  function ofProblem({ status, headers, body }: WireAnswer): string | null {
    const problem = parsed(body) as { status: number; code: string; request_id: string } | undefined
    if (problem === undefined) return 'the problem is not JSON'
    if (problem.status !== status) return `the problem says ${problem.status}, the answer ${status}`
    if (!codes[status]?.includes(problem.code)) return `${status} with the code ${problem.code}`
    if (problem.request_id !== headers['x-request-id']) return 'two request ids'
    return dashboardCodes.has(problem.code) ? null : bodyFault('/components/schemas/Problem', problem)
  }

  function ofApi(method: string, path: string, answer: WireAnswer): string | null {
    const { status, headers, body } = answer
    if (!uuid.test(String(headers['x-request-id']))) return 'no X-Request-Id'
    if (headers['x-api-version'] !== '1') return 'no X-API-Version'
    if (headers['x-content-type-options'] !== 'nosniff') return 'no nosniff'
    if (internals.test(body)) return 'something internal in the body'
    if (method === 'HEAD') return body === '' ? null : 'a body for HEAD'
    const isProblem = headers['content-type'] === 'application/problem+json'
    const fault = isProblem ? ofProblem(answer) : null
    if (fault) return fault
    if (operations.has(path)) {
      if (method === 'OPTIONS') return status === 204 ? null : `${status} for a preflight`
      const own = document.paths[path].get ? 'GET' : 'POST'
      if (method === own) return ofOperation(path, answer)
      const allowed = own === 'GET' ? 'GET, HEAD, OPTIONS' : 'POST, OPTIONS'
      return status === 405 && headers.allow === allowed ? null : `${status} for ${method}`
    }
    if (documents.has(path)) {
      if (method === 'OPTIONS') return status === 204 ? null : `${status} for a preflight`
      const read = method === 'GET'
      if (!read) return status === 405 && headers.allow ? null : `${status} for ${method}`
      return status === 200 && headers['content-type'] === documents.get(path) ? null : `${status} for a document`
    }
    // The dashboard and sign-in have their own bodies. This only checks that a server error is a problem body.
    if (/^\/(?:trpc|auth)\//.test(path)) return isProblem || status < 500 ? null : `${status} without a problem`
    // A page on another site must be able to see that an address does not exist.
    if (status === 204 && method === 'OPTIONS' && headers['access-control-allow-origin'] === '*') return null
    const nothing = status === 404 || (path === '/billing/webhook' && status === 405)
    return nothing && isProblem ? null : `${status} where there is nothing`
  }

  return {
    faultOf(method, path, answer) {
      const [asked = ''] = path.split('?')
      const { pathname } = new URL(`http://localhost${asked}`)
      // Route files get the path that Next has normalized; the Node server rejects an ambiguous path.
      const isRefused = answer.status === 400 && (asked !== pathname || asked.includes('//') || path.includes('#'))
      if (isRefused && method !== 'HEAD') return ofProblem(answer)
      return ofApi(method, pathname.replace(/^\/api/, '').replace(/(.)\/$/, '$1'), answer)
    },
  }
}

/** Returns a problem's wait time in seconds; 0 if it has none. */
const waitIn = (body: string): number => (parsed(body) as { retry_after?: number } | undefined)?.retry_after ?? 0

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
