import { type Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Documentation, WireAnswer } from '../support/documented-answers'
import type { Outcome } from './ledger'
import type { Question } from './questions'

/** The responses that any call may get during a fault. */
const whileBroken: ReadonlySet<string> = new Set(['store_unavailable', 'too_many_requests'])
const exhausted: ReadonlySet<string> = new Set(['free_quota_exhausted', 'monthly_quota_exhausted'])
const upstream: ReadonlySet<string> = new Set([
  'upstream_unavailable',
  'upstream_blocked',
  'upstream_cap_reached',
  'link_unreachable',
])

export interface Way {
  url: string
  agent: Agent
  headers: Record<string, string>
  /** The time after which a call counts as hung. */
  patienceMs: number
  documentation: Documentation
}

/** Makes one call and checks its response. Never throws. */
export function ask(question: Question, way: Way): Promise<Outcome> {
  const { method, path, body } = question
  const { url, agent, headers, patienceMs } = way
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    let read = false
    const all = { 'content-type': 'application/json', ...headers, 'content-length': String(Buffer.byteLength(body)) }
    const sent = request({ agent, hostname, port, method, path, headers: all }, (response) => {
      read = true
      text(response).then((received) => {
        clearTimeout(patience)
        const answer = { status: response.statusCode ?? 0, headers: response.headers, body: received }
        resolve({ kind: 'answered', status: answer.status, ...judged(question, answer, way.documentation) })
      }, unanswered)
    })
    const patience = setTimeout(() => {
      resolve({ kind: 'hung' })
      sent.destroy()
    }, patienceMs)
    function unanswered({ code = 'unknown' }: NodeJS.ErrnoException) {
      clearTimeout(patience)
      resolve({ kind: 'unanswered', code, closed: sent.reusedSocket && !read && /^(?:ECONNRESET|EPIPE)$/.test(code) })
    }
    sent.once('error', unanswered)
    sent.end(body)
  })
}

function judged(question: Question, answer: WireAnswer, documentation: Documentation) {
  const { expected, refusal, operation } = question
  const fault = documentation.faultOf(question.method, question.path, answer)
  const body = fault ? undefined : JSON.parse(answer.body)
  const code: string | null = answer.status === 200 ? null : (body?.code ?? null)
  const wrong = () => {
    if (fault) return fault
    if (answer.status === 200) {
      const { rate_limit: _, ...rest } = body
      return JSON.stringify(sorted(rest)) === JSON.stringify(sorted(expected)) ? null : 'a wrong answer'
    }
    if (code === null) return 'a failure without a code'
    const mayFail = whileBroken.has(code) || exhausted.has(code) || (operation !== 'convert' && upstream.has(code))
    return code === refusal || mayFail ? null : 'a failure that nothing explains'
  }
  const what = wrong()
  const description = `${what}: ${question.method} ${question.path} ${question.body.slice(0, 200)} -> ${answer.status} ${answer.body.slice(0, 400)}`
  return { code, fault: what === null ? null : description }
}

/** The field order is not guaranteed. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort()
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
