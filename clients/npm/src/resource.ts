import { type CallOptions, call, queryOf, type Request, type Server } from './call.js'
import { sleep } from './retry.js'

/** How often to ask for a page again, in milliseconds. */
const defaultPollMs = 1_000

export interface Once extends CallOptions {
  /**
   * Requests with the same value within 24 hours create only one resource. Default: a new value, so retries create only
   * one.
   */
  idempotencyKey?: string | undefined
}

/** A list of the account's, which the API returns in pages. */
export class List<One, Options extends CallOptions = CallOptions> {
  readonly #server: Server
  readonly #path: string

  /** @param path such as `/batches`. */
  constructor(server: Server, path: string) {
    this.#server = server
    this.#path = path
  }

  /** Returns the entries, newest first: all of them, or those that match the filters. */
  async list(options?: Options): Promise<One[]> {
    const all: One[] = []
    for await (const one of this.each<One>('', options)) all.push(one)
    return all
  }

  /**
   * Yields the entries of a list.
   * @param path relative to the resource's own. A page's entries are in the field named after the last path segment.
   * @param options what to request. With `pollMs`, waits for more after the last entry, which then needs an `id`. Without
   *   it, waits only if a page's `next` asks for the same page again.
   */
  protected async *each<Entry>(
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
      const next = page.next as string | null
      if (next === null && !pollMs) return
      if (next === null || next === last) await sleep(pollMs ?? defaultPollMs, signal)
      last = next ?? (entries.at(-1) as { id?: string } | undefined)?.id ?? last
    }
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

/** The calls that entries with an id share. */
export class Entries<One, Options extends CallOptions = CallOptions> extends List<One, Options> {
  /** Returns the settings and state of an entry. */
  get(id: string, options?: CallOptions): Promise<One> {
    return this.ask('GET', `/${id}`, options)
  }

  /** Runs an action, such as pausing. */
  protected act<Body = One>(id: string, action: string, options?: CallOptions): Promise<Body> {
    return this.ask('POST', `/${id}/${action}`, options)
  }
}

/** Only entries with this client. */
export interface ClientFilter {
  client?: string
}

/** The calls that resources share, which the account creates, changes, and deletes. */
export abstract class Resource<One, Changes, Deleted, Filters = unknown> extends Entries<One, CallOptions & Filters> {
  /** Changes settings. Omitted settings don't change. */
  update(id: string, changes: Omit<Changes, 'id'>, options?: CallOptions): Promise<One> {
    return this.ask('PATCH', `/${id}`, options, changes)
  }

  /** Deletes a resource and everything in it. */
  delete(id: string, options?: CallOptions): Promise<Deleted> {
    return this.ask('DELETE', `/${id}`, options)
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
}

/** Returns a unique key. `crypto.randomUUID()` would need a secure context in browsers, and Node 20. */
export function newIdempotencyKey(): string {
  return `${Date.now()} ${Math.random()} ${Math.random()}`
}
