import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import { expect, inject } from 'vitest'
import { closed } from '../support/openapi'

export interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  body: any
  /** The unparsed body. */
  text: string
}

interface Documented {
  content?: Record<string, unknown>
  headers?: Record<string, { schema: object }>
}

const response = await fetch(`${inject('hosts')[0]?.url}/api/openapi.json`)
if (!response.ok) throw new Error(`the OpenAPI document: ${response.status} ${await response.text()}`)
const document = closed(await response.json())
const ajv = new Ajv2020({ strict: false })
addFormats(ajv)
ajv.addSchema({ ...document, $id: 'openapi' })

const validators = new Map<string, ValidateFunction>()

function validatorFor(ref: string): ValidateFunction {
  const validator = validators.get(ref) ?? ajv.compile({ $ref: ref })
  validators.set(ref, validator)
  return validator
}

/** Headers of every response, which the document describes once. */
const common = ['X-Request-Id', 'X-API-Version', 'Server-Timing']

/** Headers that only some responses with the same status have. */
const optional = new Set(['X-RateLimit-Reset', 'X-API-Key-Type'])

/** Headers that are in a failed call's response only if the call was admitted. */
const ofQuota = /^(?:x-)?ratelimit/i

const templates = Object.keys(document.paths).map((path): [RegExp, string] => [
  new RegExp(`^${path.slice(1).replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  path.slice(1),
])

/** Returns an operation's path as written in the document. */
function templateOf(requestPath: string): string {
  const [path = ''] = requestPath.split('?')
  return templates.find(([form]) => form.test(path))?.[1] ?? path
}

/** Checks an operation's response against the OpenAPI document: status, media type, body, and headers. */
export function expectDocumented(method: string, requestPath: string, { status, headers, body }: Answer): void {
  const operation = templateOf(requestPath.replace(/\/$/, ''))
  const verb = method.toLowerCase()
  const responses: Record<string, Documented> | undefined = document.paths[`/${operation}`]?.[verb]?.responses
  if (!responses) return
  const response = responses[status]
  expect(response, `${operation} answered ${status}, which is not documented`).toBeDefined()
  const mediaType = headers.get('content-type') ?? ''
  expect(Object.keys(response?.content ?? {}), 'media type').toContain(mediaType)

  const path = ['paths', `/${operation}`, verb, 'responses', String(status), 'content', mediaType, 'schema']
  const pointer = path.map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
  const validate = validatorFor(`openapi#/${pointer}`)
  expect(validate(body) || validate.errors, `${operation} ${status} against the document`).toBe(true)

  for (const name of common) expect(headers.get(name), `${name} on ${operation} ${status}`).toBeTruthy()
  for (const [name, { schema }] of Object.entries(response?.headers ?? {})) {
    const value = headers.get(name)
    // A wait of over an hour is only in the body.
    const isLong = name === 'Retry-After' && Number(body?.retry_after) > 3_600
    const isEarly = ofQuota.test(name) && status >= 400 && status !== 429
    if (value === null && (optional.has(name) || isLong || isEarly)) continue
    expect(value, `${name} on ${operation} ${status}`).not.toBeNull()
    const typed = 'type' in schema && schema.type === 'integer' ? Number(value) : value
    expect(ajv.validate(schema, typed), `${name}: ${value}`).toBe(true)
  }
  const documented = new Set(Object.keys(response?.headers ?? {}).map((name) => name.toLowerCase()))
  const own = [...headers.keys()].filter((name) => ofQuota.test(name) || name === 'x-api-key-type')
  expect(
    own.filter((name) => !documented.has(name)),
    `not documented on ${operation} ${status}`,
  ).toEqual([])
}
