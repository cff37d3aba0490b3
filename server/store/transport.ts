/** A Redis command as it goes over the wire: its name in upper case, then its arguments. */
export type Command = readonly unknown[]

/** A reply: a result, or an error (`ERR …`, `NOSCRIPT …`). */
export type Reply = { result: unknown } | { error: string }

/** Where a command goes on a cluster. */
export interface Route {
  /** The address of the node; empty where any will do, or it is not known yet. */
  node: string
  /** A command that goes the same way and changes nothing. */
  probe: Command
}
/** How many keys a SCAN looks at in one step. */
export const scanCount = 1_000

/** A connection to a Redis: Upstash over HTTP, TCP, or embedded. */
export interface Transport {
  /**
   * Sends commands together, one round trip where the Redis is one node, and returns a reply for each, in order: one node of
   * a cluster may answer while another does not. A reply rejects with what the connection throws.
   */
  send(commands: readonly Command[]): Promise<Reply>[]
  /** Where a command goes, on a cluster; left out where there is one node. */
  route?(command: Command): Route
  /** Whether scripts take Upstash's flag `allow-key-locking`; left out where they do not. */
  locksKeys?: boolean
  /** Gives up a connection that owes answers and is silent for a new one; left out where that is not ours to tell. */
  reconnect?(): void
  /** The Redis keys that match a pattern of SCAN, on all nodes, some at a time; one may come twice. */
  scan(pattern: string): AsyncIterable<string[]>
  close(): Promise<void>
}
