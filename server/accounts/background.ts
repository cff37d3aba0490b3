import { logError } from '@/server/observability/log-error'

/** What a host of Next offers for work after the answer. @see https://nextjs.org/docs/app/api-reference/functions/after */
interface RequestContext {
  get(): { waitUntil?: (work: Promise<unknown>) => void } | undefined
}

const requestContext = Symbol.for('@next/request-context')

/**
 * Does some work behind the answer, so that its duration says nothing about what it is. A host that would otherwise freeze
 * the process after the answer is told to wait. A failure is logged.
 */
export function inBackground(what: string, work: Promise<void>): void {
  const settled = work.catch((error: unknown) => logError(what, { error }))
  const context = (globalThis as { [requestContext]?: RequestContext })[requestContext]
  context?.get()?.waitUntil?.(settled)
}
