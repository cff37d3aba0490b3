import type { GenericEndpointContext } from 'better-auth'
import { logError } from '@/server/observability/log-error'
import { afterAnswer } from '@/server/runtime/after-answer'

/** Does work after the response, so that the response time reveals nothing about it. A failure is logged. */
export function inBackground(what: string, work: Promise<void>): void {
  afterAnswer(work.catch((error: unknown) => logError(what, { error })))
}

/** Returns what better-auth needs to run a call after its answer. The request is left out: its body has been read by then. */
export const laterCall = ({ context, path, headers }: GenericEndpointContext) => ({
  context,
  path,
  headers: new Headers(headers),
})
