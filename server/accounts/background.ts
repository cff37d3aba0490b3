import type { GenericEndpointContext } from 'better-auth'
import { logError } from '@/server/observability/log-error'
import { afterAnswer } from '@/server/runtime/after-answer'

/** Does work after the response, so that the response time reveals nothing about it. A failure is logged. */
export function inBackground(what: string, work: Promise<void>): void {
  afterAnswer(work.catch((error: unknown) => logError(what, { error })))
}

/** What better-auth needs to make a call again after its answer, by when the request has been read. */
export const laterCall = ({ context, path, headers }: GenericEndpointContext) => ({
  context,
  path,
  headers: new Headers(headers),
})
