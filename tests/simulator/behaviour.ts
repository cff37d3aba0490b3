import type { Answer } from './answer'

/**
 * What happens to a response on its way to the caller.
 * - `hang`: nothing is ever sent.
 * - `reset`: the connection is reset before the first byte.
 * - `reset_in_body`: the connection is reset after the headers and half of the body.
 * - `cut_short`: the connection closes in the middle of the body, as when a server stops.
 * - `truncate`: a complete HTTP response with only the first half of the body.
 * - `drip`: the headers, then the body byte by byte; `drip_headers`: everything byte by byte. See `dripEveryMs`.
 * - `big`: 10 MB of spaces before the body, without a Content-Length.
 * - `gzip_bomb`: the same, compressed to a few KB.
 * - `not_http`: a response that is not HTTP.
 */
export type Transport =
  | 'hang'
  | 'reset'
  | 'reset_in_body'
  | 'cut_short'
  | 'truncate'
  | 'drip'
  | 'drip_headers'
  | 'big'
  | 'gzip_bomb'
  | 'not_http'

/** The transports for which the simulator breaks the connection. */
const breakingOff: ReadonlySet<Transport | undefined> = new Set(['reset', 'reset_in_body', 'cut_short', 'not_http'])

export const breaksOff = ({ transport }: Behaviour): boolean => breakingOff.has(transport)

/** How the response to a call differs from the normal response. */
export interface Behaviour {
  /** Delay before the first byte. */
  delayMs?: number
  /** Replaces the response. A function receives the normal response. */
  answer?: Answer | ((natural: Answer) => Answer)
  /** Changes the Places response, e.g. to give a field the wrong type. */
  alter?: (body: Record<string, unknown>) => unknown
  transport?: Transport
  /** Delay after each dripped byte; default 100. */
  dripEveryMs?: number
}

/** A response and how it is delivered. */
export interface Served {
  answer: Answer
  behaviour?: Behaviour
}

/** Applies `answer` and `alter` to the normal response. */
export function changed(natural: Answer, behaviour: Behaviour): Answer {
  const { answer = natural, alter } = behaviour
  const normal = typeof answer === 'function' ? answer(natural) : answer
  return alter === undefined ? normal : { ...normal, body: JSON.stringify(alter(JSON.parse(normal.body))) }
}
