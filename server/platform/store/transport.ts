/** A Redis command as sent: its name in uppercase, then its arguments. */
export type Command = readonly unknown[]

/** A reply: a result, or an error (`ERR …`, `NOSCRIPT …`). */
export type Reply = { result: unknown } | { error: string }

/** Sends one command. @throws StoreUnavailable if the store fails or takes longer than `STORE_TIMEOUT_MS`. */
export type Send = (command: Command) => Promise<Reply>

/** The destination of a command on a cluster. */
export interface Route {
  /** The address of the node; empty if any node will do, or if unknown. */
  node: string
  /** A command that goes to the same node and changes nothing. */
  probe: Command
}
/** How many keys a SCAN examines in one step. */
export const scanCount = 1_000

/** A connection to Redis: Upstash over HTTP, Redis over TCP, or embedded Redis. */
export interface Transport {
  /**
   * Sends commands together, in one round trip if there is only one node. Returns a promise for each reply, in order,
   * because one node of a cluster may reply while another does not. A promise rejects with the connection's error.
   */
  send(commands: readonly Command[]): Promise<Reply>[]
  /** Returns a command's destination on a cluster. Omitted if there is only one node. */
  route?(command: Command): Route
  /** Whether scripts accept Upstash's `allow-key-locking` flag. Omitted if they do not. */
  locksKeys?: boolean
  /**
   * Replaces a connection that is silent while commands are unanswered. Omitted if the caller cannot detect such a
   * connection.
   */
  reconnect?(): void
  /** Sends a command without keys to each master of a cluster. Omitted if there is only one node. */
  sendToEach?(command: Command): Promise<Reply>[]
  /** Returns hash tags, one for each master of a cluster. Omitted if there is only one node. */
  tags?(): readonly string[]
  /** Returns the ranges of hash slots that no node of a cluster serves. Omitted if there is only one node. */
  gaps?(): Promise<readonly string[]>
  /**
   * Returns the reason why there is no connection or why the connection is not the configured one. Omitted if commands
   * fail with that reason.
   * @param node the address of a cluster's node, for its own reason.
   */
  fault?(node?: string): Error | undefined
  /** Calls the listener each time a connection is lost. Omitted if there are no connections to lose. */
  onLoss?(listener: () => void): void
  /** Yields the Redis keys that match a SCAN pattern, on all nodes, a few at a time. A key may be repeated. */
  scan(pattern: string): AsyncIterable<string[]>
  close(): Promise<void>
}
