const holders = globalThis as unknown as Record<symbol, { value: unknown } | undefined>

/**
 * Returns the holder of a value that exists once in a process. A bundler may give each route file its own copy of a module; all
 * copies that ask for the same name get the same holder.
 */
export function perProcess<T>(name: string): { value: T | undefined } {
  const key = Symbol.for(`pinref.${name}`)
  holders[key] ??= { value: undefined }
  return holders[key] as { value: T | undefined }
}

/** Aborts when the process is about to stop: whatever waits for something then answers with what there is. */
export const stopping = perProcess<AbortSignal>('stopping')

/** True in the process that draws the pages for the node server: it answers no calls and manages no embedded Redis. */
export const pagesOnly = perProcess<boolean>('pages-only')
