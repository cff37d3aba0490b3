import { type ApiKey, endOf, fromNow } from './key-facts'

/** Which keys took each other's place. */
export interface Replacement {
  /** The key whose place it took. */
  replaces: ApiKey | undefined
  /** The key that took its place; the newest, where it was rotated twice. */
  replacedBy: ApiKey | undefined
}

/** Which keys of a list took each other's place by a rotation. */
export function replacementOf(key: ApiKey, keys: readonly ApiKey[]): Replacement {
  const successors = keys.filter(({ replaces }) => replaces === key.id)
  return {
    replaces: keys.find(({ id }) => id === key.replaces),
    replacedBy: successors.sort((a, b) => b.created - a.created)[0],
  }
}

/** When a key whose place was taken ends: "ends in 23 hours", "ended 2 days ago". */
export function endingWords({ expires }: Pick<ApiKey, 'expires'>, nowSeconds: number): string | null {
  if (expires === null) return null
  const when = fromNow(expires, nowSeconds)
  if (endOf({ expires }, nowSeconds) === 'over') return `ended ${when === 'now' ? 'just now' : when}`
  return `ends ${when === 'now' ? 'within a minute' : when}`
}
