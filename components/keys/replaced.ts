import { type ApiKey, endOf, fromNow } from './key-facts'

/** The keys before and after a key in a rotation. */
export interface Replacement {
  /** The key that it replaced. */
  replaces: ApiKey | undefined
  /** The key that replaced it; the newest one if it was rotated twice. */
  replacedBy: ApiKey | undefined
}

/** Returns which keys of a list a key replaced and was replaced by. */
export function replacementOf(key: ApiKey, keys: readonly ApiKey[]): Replacement {
  const successors = keys.filter(({ replaces }) => replaces === key.id)
  return {
    replaces: keys.find(({ id }) => id === key.replaces),
    replacedBy: successors.sort((a, b) => b.created - a.created)[0],
  }
}

/** Says when a replaced key ends: "ends in 23 hours", "ended 2 days ago". */
export function endingWords({ expires }: Pick<ApiKey, 'expires'>, nowSeconds: number): string | null {
  if (expires === null) return null
  const when = fromNow(expires, nowSeconds)
  if (endOf({ expires }, nowSeconds) === 'over') return `ended ${when === 'now' ? 'just now' : when}`
  return `ends ${when === 'now' ? 'within a minute' : when}`
}
