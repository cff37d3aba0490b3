/** The caller's side of a lookup, passed down to the code that asks an upstream. */
export interface Lookup {
  /** Whose share of the upstreams the lookup uses: the id of an account, or the network of a visitor. */
  readonly caller: string
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
  /** Whether only the sample may be asked and no link followed: set for a test key. */
  readonly sampleOnly?: boolean
  /** Whether it yields to callers who wait for their answers: set for batches, which together may use as much as one caller. */
  readonly inBackground?: boolean
  /** Notes that an upstream is about to be asked. */
  noteAsked(): void
}

/** Returns who shares an upstream's turns and calls a minute: the caller, or `background` for everything in the background. */
export const sharerOf = ({ caller, inBackground }: Pick<Lookup, 'caller' | 'inBackground'>): string =>
  inBackground ? 'background' : caller
