import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { Quota } from '@/server/access/admission'
import type { Caller } from '@/server/access/admit'
import { operationNotAllowed } from '@/server/access/refusals'
import { env } from '@/server/env'
import type { ErrorCode } from '@/server/errors'
import { PinrefError } from '@/server/errors'
import { type CallRecord, noteProblem } from '@/server/observability/call-record'
import { problemOf } from '@/server/problem'
import type { Context } from '@/server/trpc/context'
import { errorForCaller } from '@/server/trpc/error'
import { appRouter } from '@/server/trpc/router'
import { noteFailedCall } from '@/server/usage/failed-calls'
import { noteFirstCall } from '@/server/usage/first-call'
import { maxLinks } from './tool-shapes'
import { callTool, isTool } from './tools'

/** The most that the tools return in answer to one HTTP request, in bytes. */
const maxAnswerBytes = 1024 * 1024

/** The errors of calls that fail before anything counts them. */
const uncounted: ReadonlySet<ErrorCode> = new Set(['invalid_request', 'invalid_cid', 'not_signed_in'])

/** The calls of tools in one HTTP request. Each of them is admitted by its procedure. */
export class ToolCalls {
  readonly #call: Context['call']
  readonly #record: CallRecord
  readonly #caller: Pick<Caller, 'apiKey' | 'accountId'>
  #bytesLeft = maxAnswerBytes
  #linksLeft = maxLinks
  #counted = 0
  #refused: PinrefError | null = null

  constructor(call: Context['call'], caller: Pick<Caller, 'apiKey' | 'accountId'>, record: CallRecord) {
    this.#call = call
    this.#caller = caller
    this.#record = record
  }

  /** How many calls their procedures have counted against the burst. */
  get counted(): number {
    return this.#counted
  }

  /** Why the API key was refused; null if it was not. */
  get refused(): PinrefError | null {
    return this.#refused
  }

  /** Calls a tool. A tool that fails says so in its result. @throws ProtocolError if there is no such tool. */
  async run({ name, arguments: input = {} }: CallToolRequest['params']): Promise<CallToolResult> {
    if (!isTool(name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name.slice(0, 200)}.`)
    const metering: Context['metering'] = {}
    const record = this.#record
    const { apiKey, accountId } = this.#caller
    // The tools need no more than the id.
    const account = accountId === null ? null : { accountId, email: '', emailVerified: false }
    const context: Context = { ...{ call: this.#call, record, apiKey, account: async () => account, metering } }
    try {
      this.#takeLinks(input.links)
      const answer = await callTool(appRouter.createCaller(context), name, input)
      this.#counted += 1
      this.#noteFirst(name, metering, answer)
      return { content: [this.#fitting(answer)], structuredContent: answer, ...metaOf(metering) }
    } catch (error) {
      const failure = errorForCaller(error, record.requestId, this.#call.signal())
      noteProblem(record, failure)
      const { requestId } = record
      const admittedFor = accountId ?? metering.admission?.caller
      const client = () => this.#call.client()
      noteFailedCall({ apiKey, admittedFor, client, operation: name, requestId, error: failure })
      if (failure.code === 'invalid_api_key') this.#refused = failure
      if (metering.admission || !uncounted.has(failure.code)) this.#counted += 1
      return {
        content: [text(JSON.stringify(toolProblem(failure, record.requestId)))],
        isError: true,
        ...metaOf(metering),
      }
    }
  }

  /** Notes the first call of a key, for whoever waits for it. */
  #noteFirst(operation: string, { admission }: Context['metering'], answer: object): void {
    const { apiKey } = this.#caller
    if (apiKey === null || !admission?.isAwaited) return
    const durationMs = performance.now() - this.#record.startedAt
    const { address } = this.#call.client()
    noteFirstCall(admission.caller, apiKey, { operation, status: 200, durationMs, address }, answer)
  }

  /** Bounds the answer before anything is counted. @throws PinrefError `invalid_request` if there are too many links in all. */
  #takeLinks(links: unknown): void {
    const wanted = Array.isArray(links) ? links.length : 0
    // The tool itself refuses more than that in one call.
    if (wanted > maxLinks) return
    if (wanted > this.#linksLeft)
      throw new PinrefError('invalid_request', `Send at most ${maxLinks} links in all calls of one request.`)
    this.#linksLeft -= wanted
  }

  /** Returns an answer as text. @throws PinrefError `invalid_request` if the answers together are too long with it. */
  #fitting(answer: object) {
    const json = JSON.stringify(answer)
    // It is sent twice: as text, and as structured content.
    const bytes = 2 * Buffer.byteLength(json)
    if (bytes > this.#bytesLeft) throw new PinrefError('invalid_request', tooLong)
    this.#bytesLeft -= bytes
    return text(json)
  }
}

const tooLong = `The answer would exceed ${maxAnswerBytes / 1024} KiB. Request fewer results with limit.`

/** Returns the quota that is left after a call; nothing if it was never admitted. */
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

/** Returns a problem as an agent reads it: without what only programs over REST need. */
function toolProblem(failure: PinrefError, requestId: string) {
  const { type: _type, title: _title, status: _status, detail, errors, ...rest } = problemOf(failure, requestId)
  return { detail: toolWords(failure.code, detail), ...rest, ...(errors && errors.length > 1 && { errors }) }
}

/** Returns a detail in the words of tools. A person reads some on a page, and a program reads some with REST at hand. */
function toolWords(code: ErrorCode, detail: string): string {
  if (code === 'not_signed_in')
    return `This needs an API key. Ask the user to add one to this connection; keys are made at ${env().APP_URL}/keys.`
  if (code === 'operation_not_allowed' && detail === operationNotAllowed().message)
    return 'This API key may not use this tool. Its owner can allow it on the page of the keys.'
  if (code === 'invalid_cid') return detail.replace('Use resolve ', 'Use resolve_listing ')
  return detail
}

const text = (json: string) => ({ type: 'text' as const, text: json })
