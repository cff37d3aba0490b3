/** A Redis command as it goes over the wire: its name in upper case, then its arguments. */
export type Command = readonly unknown[]

/** What Redis said: a result, or an error reply (`ERR …`, `NOSCRIPT …`). */
export type Reply = { result: unknown } | { error: string }

/** A way to a Redis. Each of the three (Upstash over HTTP, TCP, embedded) does these two things and no more. */
export interface Transport {
  /**
   * Sends commands together, one round trip where the Redis is one node, and returns a reply for each, in order.
   * @throws whatever the connection throws; the caller turns that into `store_unavailable`.
   */
  send(commands: readonly Command[]): Promise<Reply[]>
  close(): Promise<void>
}
