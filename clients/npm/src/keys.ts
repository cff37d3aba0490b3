import type { CreatedKey, DeletedKey, Key, KeyChanges, KeyOptions } from './answers.js'
import { type ClientFilter, type Once, Resource } from './resource.js'

export type CreateKeyOptions = Once

/** The account's API keys. Needs an API key with the operation `keys`, which can't grant a key more than it has itself. */
export class Keys extends Resource<Key, KeyChanges, DeletedKey, ClientFilter> {
  /** Creates a key. The result contains its text, which is never returned again. */
  create(settings: KeyOptions, options?: CreateKeyOptions): Promise<CreatedKey> {
    return this.createOnce({ ...settings, ...options })
  }
}
