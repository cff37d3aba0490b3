import type { FileFormat } from '@/server/features/batches/file-formats'
import type { Limit } from '@/server/metering/access/limits'
import type { BodyWork } from '@/server/metering/access/long-body'
import { type Role, roles } from '@/server/metering/access/members'
import { apiErrorCodes, type ErrorCode } from '@/server/platform/problems/errors'
import { maxRequestBytes } from '@/server/platform/runtime/bounded-body'
import type { PlaceLimits } from '@/server/platform/runtime/shared-places'
import type { TurnLimits } from '@/server/platform/runtime/turns'
import type { Env } from '@/server/platform/settings/env'

/**
 * A kind of caller: anyone without a key or session, an API key, a signed-in person by their role in the session's
 * account, any signed-in person for what is theirs, or an operator of this server. With `suspended`, these roles may
 * also enter while the account is suspended. An app has the role of the person who connected it.
 */
export type CallerKind = 'visitor' | 'key' | Role | 'suspended' | 'person' | 'operator'

/** Who may see an account's data, except secrets. */
export const everyRole = ['owner', 'member', 'viewer'] as const satisfies readonly Role[]

export { workingRoles } from '@/server/metering/access/members'

/** All callers, for constants and what visitors may read. */
export const everyone = ['visitor', 'key', ...everyRole, 'suspended', 'person'] as const satisfies readonly CallerKind[]

/** Returns the roles among the callers who may enter. */
export const rolesIn = (who: readonly CallerKind[]): Role[] => roles.filter((role) => who.includes(role))

/** The operation that a call counts as in admission and in the permissions of keys. */
export type CountedOperation = 'resolve' | 'search' | 'convert' | 'usage' | 'key' | 'keys'

/** What a call costs its caller. */
interface Cost {
  /** The limit that each call counts against; null if calls are not counted, because they only return constants. */
  limit: Limit | null
  /**
   * The operation that the call is admitted as, which a key may not be allowed to call. Omitted for procedures that are
   * only for pages, and if each item is admitted separately.
   */
  operation?: CountedOperation
  /** The calls of the quota that a successful call uses: one, or one for each item; 0 if omitted. */
  quota?: 1 | 'each item'
  /** Further limits, which only this procedure's work counts against. */
  also?: readonly Limit[]
}

/** What a call's body may contain. */
export interface Body {
  /** The maximum size in bytes, and the maximum sizes without a key and from Pinref's own pages, if they are lower. */
  maxBytes: number
  maxVisitorBytes?: number
  maxPageBytes?: number
  /**
   * For bodies over 16 KiB: the kind of work that they take turns in, or `calls` if each call inside is admitted
   * separately. They are read only after the key is looked up.
   */
  long?: BodyWork | 'calls'
  /** Whether the body contains lines: a file in one of the media types, or a JSON object with `lines`. */
  isLines?: true
  /** The media types that are accepted. A body of any other type is read as the first one. */
  media: readonly [string, ...string[]]
  /** The maximum numbers of values inside, besides those in the schema. */
  counts?: Figures
}

/** Figures by name, each the constant that the code enforces. */
type Figures = Readonly<Record<string, number>>

/**
 * Everything that a procedure's entrance guarantees: the answers to the questions under "Add an entry point" in
 * docs/contributing.md. REST, the OpenAPI document, the Postman collection, MCP, the dashboard's handler, and the tests
 * of all entry points read it from the procedure's meta.
 */
export interface Entrance {
  /** Who may enter. Everyone else is rejected. */
  who: readonly CallerKind[]
  /**
   * Whether the caller is identified before the input is checked. Otherwise, an invalid input is rejected first, and
   * never counted.
   */
  isCallerFirst: boolean
  costs: Cost
  body: Body
  /** The operation that a key has to be allowed explicitly. */
  permission?: 'keys' | 'callbacks'
  /** Long work, which rests for a moment whenever a short call arrives. Short if omitted. */
  work?: 'long'
  /** How long the work may take: a setting, or milliseconds. If omitted, it only waits for the store. */
  deadline?: keyof Env | number
  /** How callers take turns, or the places that they share, if a call takes much longer than a short one. */
  turns?: readonly (TurnLimits | PlaceLimits)[]
  /** What the script that writes lets an account store; null if it stores only counts. Required for every mutation. */
  stores?: Figures | null
  /** The maximum size of a response that is a list. */
  returns?: Figures
  /** The errors that a REST call may end with; if omitted, those of reading an account's state. */
  problems?: readonly ErrorCode[]
}

/** A procedure's REST operation, in addition to what trpc-to-openapi reads. */
export interface RestMeta {
  /**
   * Whether the operation creates a resource, at its own path or at this one, plus `/{id}`. It then returns 201, with
   * `Location`.
   */
  creates?: true | string
  /** Whether the operation reads `Idempotency-Key`. */
  idempotent?: boolean
  /** Adds `Deprecation`, `Sunset`, and `Link` to every response, and marks the operation in the OpenAPI document. */
  deprecation?: Deprecation
  /** Query parameters that can be sent several times. */
  repeatable?: readonly string[]
  /** The name of the request body's schema, which generated clients use as a type name. */
  requestName?: string
  /** Whether a call may have no body, because all of its fields are optional. */
  isBodyOptional?: true
  /** The same response as files: each is a GET at this path plus its format, and has no pages. */
  files?: { description: string } & Readonly<Record<FileFormat, FileMeta>>
  /** How the operation runs in the Postman collection, which runs each folder from top to bottom. */
  postman?: PostmanStep
}

/** What the document says about a response as a file. */
interface FileMeta {
  operationId: string
  summary: string
  /** What the file contains. */
  content: string
}

/** An operation's part in a run of the Postman collection. */
interface PostmanStep {
  /** A body that fits the run better than the document's example. */
  body?: object
  /** Whether the operation runs after the operations that read, such as one that ends something. */
  isLate?: boolean
  /** Whether the operation is rejected once the resource has ended, which may happen during the run. */
  mayBeOver?: boolean
  /** Whether later requests use the first entry of this list. */
  savesFirst?: boolean
  /** Repeats the request every second, up to 30 times, while `state` is one of these. */
  repeatWhile?: readonly string[]
}

/** When an operation was deprecated, and when it will be removed, as UTC days: `2026-11-25`. */
export interface Deprecation {
  since: string
  /** At least 180 days after `since`, as /docs/versioning promises. */
  sunset: string
  /** The page that explains which operation to call instead, as a path on this server: `/docs/…`. */
  page: `/${string}`
}

/** A short JSON object. */
export const shortJson: Body = { maxBytes: maxRequestBytes, media: ['application/json'] }

/** The errors of a call that only reads an account's state. */
export const problemsOfReading: readonly ErrorCode[] = [
  'invalid_request',
  'invalid_api_key',
  'operation_not_allowed',
  'address_not_allowed',
  'account_suspended',
  'too_many_requests',
  'store_unavailable',
  'internal_error',
]

/** The errors of a call that is rejected because of its body. */
export const problemsOfBodies: readonly ErrorCode[] = ['body_too_slow', 'payload_too_large']

/** The errors about addresses and resources, which lookups don't have. */
const notOfLookups: readonly ErrorCode[] = [
  'callback_not_found',
  'delivery_not_found',
  'route_not_found',
  'method_not_allowed',
  'batch_not_found',
  'watchlist_not_found',
  'key_not_found',
  'batch_state',
  'watchlist_state',
  'idempotency_key_reused',
  'limit_reached',
]

/** The errors of a lookup. */
export const problemsOfLookups: readonly ErrorCode[] = apiErrorCodes.filter((code) => !notOfLookups.includes(code))
