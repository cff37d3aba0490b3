import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import { errorForCaller } from '@/server/entrances/trpc/error'
import type { Context } from '@/server/entrances/trpc/init'
import { appRouter } from '@/server/entrances/trpc/router'
import type { Quota } from '@/server/metering/access/admission'
import type { Caller } from '@/server/metering/access/admit'
import type { AppAccess } from '@/server/metering/access/app-scopes'
import { recordFailedCall } from '@/server/metering/usage/failed-calls'
import { recordFirstCall } from '@/server/metering/usage/first-call'
import { type CallRecord, recordProblem } from '@/server/platform/observability/call-record'
import type { ErrorCode } from '@/server/platform/problems/errors'
import { PinrefError } from '@/server/platform/problems/errors'
import { problemOf } from '@/server/platform/problems/problem'
import { env } from '@/server/platform/settings/env'
import { maxLinks, withToolNames } from './tool-shapes'
import { callTool, isTool } from './tools'

/** The maximum number of bytes that the tools return in one HTTP response. */
const maxResponseBytes = 1024 * 1024

/** The errors of calls that fail before they are counted. */
const uncounted: ReadonlySet<ErrorCode> = new Set(['invalid_request', 'invalid_cid', 'not_signed_in'])

/** The tool calls in one HTTP request. Each call is admitted by its procedure. */
export class ToolCalls {
  readonly #call: Context['call']
  readonly #record: CallRecord
  readonly #caller: Pick<Caller, 'apiKey'> & { app: AppAccess | null }
  #bytesLeft = maxResponseBytes
  #itemsLeft = maxLinks
  #counted = 0
  #keyFault: PinrefError | null = null

  constructor(call: Context['call'], caller: Pick<Caller, 'apiKey'> & { app: AppAccess | null }, record: CallRecord) {
    this.#call = call
    this.#caller = caller
    this.#record = record
  }

  /** The number of calls that procedures have counted against the burst limit. */
  get counted(): number {
    return this.#counted
  }

  /** The error for a rejected API key, or null. */
  get keyFault(): PinrefError | null {
    return this.#keyFault
  }

  /** Calls a tool. Failures are returned in the result. @throws ProtocolError if the tool does not exist. */
  async run({ name, arguments: input = {} }: CallToolRequest['params']): Promise<CallToolResult> {
    if (!isTool(name)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 200)}.`)
    const metering: Context['metering'] = {}
    const record = this.#record
    const { apiKey, app } = this.#caller
    const person = app && { personId: app.personId, member: app.member, name: '', email: '', emailVerified: false }
    const context: Context = { call: this.#call, record, apiKey, signedIn: async () => person, metering }
    try {
      this.#takeItems(input.links ?? input.names)
      const result = await callTool(appRouter.createCaller(context), name, input)
      this.#counted += 1
      this.#noteFirst(name, metering, result)
      return { content: [this.#bounded(result)], structuredContent: result, ...metaOf(metering) }
    } catch (error) {
      const failure = errorForCaller(error, record.requestId, this.#call.signal())
      recordProblem(record, failure)
      const { requestId } = record
      const admittedFor = app?.member.accountId ?? metering.admission?.caller
      const client = () => this.#call.client()
      recordFailedCall({ apiKey, admittedFor, client, operation: name, requestId, error: failure })
      if (failure.code === 'invalid_api_key') this.#keyFault = failure
      if (metering.admission || !uncounted.has(failure.code)) this.#counted += 1
      return {
        content: [text(JSON.stringify(toolProblem(failure, record.requestId)))],
        isError: true,
        ...metaOf(metering),
      }
    }
  }

  /** Records a key's first call if a page is waiting for it. */
  #noteFirst(operation: string, { admission }: Context['metering'], result: object): void {
    const { apiKey } = this.#caller
    if (apiKey === null || !admission?.isAwaited) return
    const durationMs = performance.now() - this.#record.startedAt
    const { address } = this.#call.client()
    recordFirstCall(admission.caller, apiKey, { operation, status: 200, durationMs, address }, result)
  }

  /**
   * Limits the links and names before anything is counted.
   * @throws PinrefError `invalid_request` if the request has too many in total.
   */
  #takeItems(items: unknown): void {
    const count = Array.isArray(items) ? items.length : 0
    // The tool itself rejects a call with too many items.
    if (count > maxLinks) return
    if (count > this.#itemsLeft)
      throw new PinrefError('invalid_request', `Send at most ${maxLinks} links or names across all calls in a request.`)
    this.#itemsLeft -= count
  }

  /** Returns a result as text. @throws PinrefError `invalid_request` if the response would be too long. */
  #bounded(result: object) {
    const json = JSON.stringify(result)
    // The result is sent twice: as text and as structured content.
    const bytes = 2 * Buffer.byteLength(json)
    if (bytes > this.#bytesLeft) throw new PinrefError('invalid_request', tooLong)
    this.#bytesLeft -= bytes
    return text(json)
  }
}

const tooLong = `The response would exceed ${maxResponseBytes / 1024} KiB. Set a lower limit, or send fewer links or names.`

/** Returns the quota after a call, or nothing if the call was not admitted. */
const metaOf = ({ admission, quota }: Context['metering']) =>
  admission && quota ? { _meta: { quota: quotaOf(quota) } } : {}

function quotaOf({ policy, limit, remaining, resetSeconds }: Quota) {
  const unlimited = 'unlimited'
  return {
    limit: limit ?? unlimited,
    remaining: remaining ?? unlimited,
    ...(resetSeconds !== null && { resets: new Date(1_000 * resetSeconds).toISOString() }),
    ...(policy === 'test' && { test: true }),
  }
}

/** Returns a problem for an agent, without the fields that only REST clients need. */
function toolProblem(failure: PinrefError, requestId: string) {
  const { type: _type, title: _title, status: _status, detail, errors, ...rest } = problemOf(failure, requestId)
  return { detail: toolDetail(failure.code, detail), ...rest, ...(errors && errors.length > 1 && { errors }) }
}

/** Rewrites details that are meant for people on a page or for REST clients. */
function toolDetail(code: ErrorCode, detail: string): string {
  if (code === 'not_signed_in')
    return `This requires an API key. Ask the user to create one at ${env().APP_URL}/keys and add it to this connection.`
  if (code === 'role_not_allowed')
    return 'The user is only a viewer in the account that this app is connected to. The app can read batches and watchlists there, but not look up or change anything. An owner of the account can change the user’s role.'
  return withToolNames(detail)
}

const text = (json: string) => ({ type: 'text' as const, text: json })
