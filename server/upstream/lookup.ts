/** A caller's lookup, as it is handed down to what asks an upstream for it. */
export interface Lookup {
  /** Whose shares of the upstreams it uses: the id of an account, or the network of a visitor. */
  readonly caller: string
  /** Aborts when the answer is no longer wanted. */
  readonly signal: AbortSignal
  /** Whether only the sample may be asked, and nothing followed: of a test key. */
  readonly sampleOnly?: boolean
  /** Whether it gives way to callers who wait for their answers: of a batch. All of these share what one caller may use. */
  readonly inBackground?: boolean
  /** Takes note that an upstream is about to be asked. */
  noteAsked(): void
}

/** Who shares an upstream's turns and its calls a minute: a caller, or everything in the background together. */
export const sharerOf = ({ caller, inBackground }: Pick<Lookup, 'caller' | 'inBackground'>): string =>
  inBackground ? 'background' : caller
