import { type CallOptions, call, queryOf, type Request, type Server } from './call.js'
import { sleep } from './retry.js'

export interface Once extends CallOptions {
  /**
   * Requests with the same value within 24 hours create only one resource. Default: a new value, so retries create only
   * one.
   */
  idempotencyKey?: string | undefined
}

/** The calls that batches, watchlists and keys share. */
export abstract class Resource<One extends { id?: string }, Deleted, Filters = unknown> {
  readonly #server: Server
  readonly #path: string

  /** @param path such as `/batches`. */
  constructor(server: Server, path: string) {
    this.#server = server
    this.#path = path
  }

  /** Returns the account's resources of this kind, newest first: all of them, or those that match the filters. */
  async list(options?: CallOptions & Filters): Promise<One[]> {
    const all: One[] = []
    for await (const one of this.each<One>('', options)) all.push(one)
    return all
  }

  /** Returns the settings and state of a resource. */
  get(id: string, options?: CallOptions): Promise<One> {
    return this.ask('GET', `/${id}`, options)
  }

  /** Deletes a resource and everything in it. */
  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.ask('DELETE', `/${id}`, options)
  }

  /** Runs an action, such as pausing. */
  protected act(id: string, action: string, options?: CallOptions): Promise<One> {
    return this.ask('POST', `/${id}/${action}`, options)
  }

  /**
   * Yields the entries of a list, which the API returns in pages.
   * @param path relative to the resource's own. A page's entries are in the field named after the last path segment.
   * @param options what to request. With `pollMs`, waits for more after the last entry.
   */
  protected async *each<Entry extends { id?: string }>(
    path: string,
    { signal, pollMs, after, ...query }: CallOptions & { pollMs?: number; after?: string | undefined } = {},
  ): AsyncGenerator<Entry, void, undefined> {
    const field = (this.#path + path).split('/').at(-1) as string
    for (let last = after; ; ) {
      const page = await this.ask<Record<string, unknown>>('GET', `${path}?${queryOf({ ...query, after: last })}`, {
        signal,
      })
      const entries = page[field] as Entry[]
      yield* entries
      last = (page.next as string | null) ?? entries.at(-1)?.id ?? last
      if (page.next !== null) continue
      if (!pollMs) return
      await sleep(pollMs, signal)
    }
  }

  /**
   * Creates a resource. Requests with the same key within 24 hours create only one.
   * @param path relative to the resource's own.
   */
  protected createOnce<Body>(
    { signal, idempotencyKey = newIdempotencyKey(), ...body }: Once = {},
    path = '',
  ): Promise<Body> {
    return this.ask('POST', path, { signal }, body, { 'idempotency-key': idempotencyKey })
  }

  /** Calls the API. @param path relative to the resource's own. */
  protected ask<Body>(
    method: Request['method'],
    path: string,
    options?: Parameters<typeof call>[2],
    body?: unknown,
    headers?: Request['headers'],
  ): Promise<Body> {
    return call(this.#server, { method, path: this.#path + path, body, headers }, options)
  }
}

/** Returns a unique key. `crypto.randomUUID()` would need a secure context in browsers, and Node 20. */
export function newIdempotencyKey(): string {
  return `${Date.now()} ${Math.random()} ${Math.random()}`
}
