/*
 * A key's calls count against its own monthly limit and those of its ancestors: the key that created it, the key that
 * created that one, and so on. So creating more keys never gives a key more calls. Each of these limits is a budget.
 */

/** How many ancestors a key may have, which bounds the work of counting its calls. */
export const maxAncestors = 5

/** An ancestor as stored with a key. It remains when the ancestor is deleted, so its limit still applies. */
export interface StoredAncestor {
  /** The id of its budget. */
  id: string
  /** Its calls per month; omitted if it has no limit. */
  limit?: number
}

/** The fields of a stored key that determine its budgets. */
interface CountedKey {
  id: string
  monthlyLimit?: number
  /** The id of the first key in a series of rotations, whose budget all of them share; omitted for that key itself. */
  countedAs?: string
  /** Nearest first. */
  ancestors?: StoredAncestor[]
}

/** A monthly limit that a key's calls count against. */
export interface Budget {
  id: string
  /** Null: no limit. */
  limit: number | null
}

/** Returns the budgets that a key's calls count against: its own, then those of its ancestors, nearest first. */
export const budgetsOf = ({ id, countedAs, monthlyLimit, ancestors = [] }: CountedKey): Budget[] =>
  [{ id: countedAs ?? id, limit: monthlyLimit }, ...ancestors].map(({ id, limit = null }) => ({ id, limit }))

/** Returns the fields of a month's counts that say how much of a budget is used; see `redisKeys`. */
export const budgetFields = (id: string): [string, string] => [`${id}:used`, `${id}:others`]

/**
 * Returns how many more calls a key's budgets allow this month; null if none has a limit.
 * @param counts the month's counts.
 */
export function callsLeft(budgets: readonly Budget[], counts: Readonly<Record<string, number | null>>): number | null {
  const left = budgets.flatMap(({ id, limit }) => {
    const used = budgetFields(id).reduce((sum, field) => sum + (counts[field] ?? 0), 0)
    return limit === null ? [] : [Math.max(0, limit - used)]
  })
  return left.length === 0 ? null : Math.min(...left)
}

/** A budget's limit (-1: none) and usage, as scripts return it. */
export interface BudgetUse {
  id: string
  limit: number
  used: number
}
