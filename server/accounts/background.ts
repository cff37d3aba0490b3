import type { GenericEndpointContext } from 'better-auth'
import { logError } from '@/server/observability/log-error'

/** What a host of Next offers for work after the response. @see https://nextjs.org/docs/app/api-reference/functions/after */
interface RequestContext {
  get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined
}

const requestContext = Symbol.for('@next/request-context')

/**
 * Does work after the response, so that the response time reveals nothing about it. A host that would freeze the process is
 * asked to wait. A failure is logged.
 */
export function inBackground(what: string, work: Promise<void>): void {
  const settled = work.catch((error: unknown) => logError(what, { error }))
  const context = (globalThis as { [requestContext]?: RequestContext })[requestContext]
  context?.get()?.waitUntil?.(settled)
}

/** What better-auth needs to make a call again after its answer, by when the request has been read. */
export const laterCall = ({ context, path, headers }: GenericEndpointContext) => ({
  context,
  path,
  headers: new Headers(headers),
})
