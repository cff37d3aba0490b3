import type { CreatedKey, Key, KeyChanges, Keys as KeyList, KeyOptions, RemovedKey } from './answers.js'
import { newIdempotencyKey } from './batches.js'
import { type CallOptions, call, type Server } from './call.js'

export interface CreateKeyOptions extends CallOptions {
  /** Requests with the same value create only one key within 24 hours. Default: a new value, so that retries create one key. */
  idempotencyKey?: string
}

/** The account's API keys. Needs an API key with the operation `keys`, which can't grant a key more than it has itself. */
export class Keys {
  readonly #server: Server

  constructor(server: Server) {
    this.#server = server
  }

  /** Creates a key. The result contains its text, which is never returned again. */
  create(
    settings: KeyOptions,
    { signal, idempotencyKey = newIdempotencyKey() }: CreateKeyOptions = {},
  ): Promise<CreatedKey> {
    const headers = { 'idempotency-key': idempotencyKey }
    return call(this.#server, { method: 'POST', path: '/keys', body: settings, headers }, { signal })
  }

  /** Returns all of the account's keys, newest first. */
  async list(options?: CallOptions): Promise<Key[]> {
    const all: Key[] = []
    for (let after = ''; ; ) {
      const path = `/keys${after && `?after=${after}`}`
      const { keys, next } = await call<KeyList>(this.#server, { method: 'GET', path }, options)
      all.push(...keys)
      if (next === null) return all
      after = next
    }
  }

  /** Returns a key's settings and usage. */
  get(id: string, options?: CallOptions): Promise<Key> {
    return call(this.#server, { method: 'GET', path: `/keys/${id}` }, options)
  }

  /** Changes a key's name or settings. Omitted fields don't change. */
  update(id: string, changes: Omit<KeyChanges, 'id'>, options?: CallOptions): Promise<Key> {
    return call(this.#server, { method: 'PATCH', path: `/keys/${id}`, body: changes }, options)
  }

  /** Deletes a key. Its next call is rejected. */
  remove(id: string, options?: CallOptions): Promise<RemovedKey> {
    return call(this.#server, { method: 'DELETE', path: `/keys/${id}` }, options)
  }
}
