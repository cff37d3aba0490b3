/** A Redis command as it goes over the wire: its name in upper case, then its arguments. */
export type Command = readonly unknown[]

/** A reply: a result, or an error (`ERR …`, `NOSCRIPT …`). */
export type Reply = { result: unknown } | { error: string }

/** Where a command goes on a cluster. */
export interface Route {
  /** The address of the node; empty if any node will do, or if it is not known yet. */
  node: string
  /** A command that takes the same route and changes nothing. */
  probe: Command
}
/** How many keys a SCAN looks at in one step. */
export const scanCount = 1_000

/** A connection to a Redis: Upstash over HTTP, a Redis over TCP, or an embedded one. */
export interface Transport {
  /**
   * Sends commands together, in one round trip if the Redis is one node. Returns a promise for each reply, in order, because one
   * node of a cluster may answer while another does not. A promise rejects with what the connection throws.
   */
  send(commands: readonly Command[]): Promise<Reply>[]
  /** Returns where a command goes on a cluster; left out if there is only one node. */
  route?(command: Command): Route
  /** Whether scripts take Upstash's flag `allow-key-locking`; left out if they do not. */
  locksKeys?: boolean
  /** Replaces a connection that owes answers and is silent with a new one; left out if the caller cannot judge that. */
  reconnect?(): void
  /** Sends a command that names no key to each master of a cluster; left out if there is only one node. */
  sendToEach?(command: Command): Promise<Reply>[]
  /** Returns hash tags, one whose keys lie on each master of a cluster; left out if there is only one node. */
  tags?(): readonly string[]
  /** Returns why there is no connection, or why it is not the one that the settings ask for; left out if commands fail with that. */
  fault?(): Error | undefined
  /** Calls the listener each time a connection is lost; left out if there are no connections to lose. */
  onLoss?(listener: () => void): void
  /** Yields the Redis keys that match a SCAN pattern, on all nodes, some at a time; a key may come twice. */
  scan(pattern: string): AsyncIterable<string[]>
  close(): Promise<void>
}
