const holders = globalThis as unknown as Record<symbol, { value: unknown } | undefined>

/**
 * Returns the holder of a value that exists once per process. A bundler may give each route file its own copy of a module; all
 * copies that use the same name get the same holder.
 */
export function perProcess<T>(name: string): { value: T | undefined } {
  const key = Symbol.for(`pinref.${name}`)
  holders[key] ??= { value: undefined }
  return holders[key] as { value: T | undefined }
}

/**
 * Prepares this process for its first call, and does nothing on later calls. Set only where a process starts with a call
 * that may not need this: see `instrumentation.ts`.
 */
export const preparation = perProcess<() => Promise<void>>('preparation')

/** Aborts when the process is about to stop. Code that is waiting then returns any results that it already has. */
export const stopping = perProcess<AbortSignal>('stopping')

/**
 * True in a site process of the node server, which does not manage embedded Redis. Its own server handles its calls, so
 * Next's route files do not.
 */
export const isSite = perProcess<boolean>('site')
