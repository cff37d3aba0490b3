/*
 * A key's calls count against its own monthly and daily limits and those of its ancestors: the key that created it, the
 * key that created that one, and so on. So creating more keys never gives a key more calls. The two limits of one key are
 * a budget.
 */

/** How many ancestors a key may have, which bounds the work of counting its calls. */
export const maxAncestors = 5

/** An ancestor as stored with a key. It remains when the ancestor is deleted, so its limit still applies. */
export interface StoredAncestor {
  /** The id of its budget. */
  id: string
  /** Its calls per month; omitted if it has no limit. */
  limit?: number
  /** Its calls per day; omitted if it has no limit. */
  dailyLimit?: number
}

/** The fields of a stored key that determine its budgets. */
interface CountedKey {
  id: string
  monthlyLimit?: number
  dailyLimit?: number
  /** The id of the first key in a series of rotations, whose budget all of them share; omitted for that key itself. */
  countedAs?: string
  /** Nearest first. */
  ancestors?: StoredAncestor[]
}

/** A key's limits that calls count against. Null: no limit. */
export interface Budget {
  id: string
  /** Calls per month. */
  limit: number | null
  dailyLimit: number | null
}

/** Returns the budgets that a key's calls count against: its own, then those of its ancestors, nearest first. */
export const budgetsOf = ({ id, countedAs, monthlyLimit, dailyLimit, ancestors = [] }: CountedKey): Budget[] =>
  [{ id: countedAs ?? id, limit: monthlyLimit, dailyLimit }, ...ancestors].map(
    ({ id, limit = null, dailyLimit = null }) => ({ id, limit, dailyLimit }),
  )

const monthFields = (id: string): [string, string] => [`${id}:used`, `${id}:others`]
const dayField = (id: string, day: string) => `${id}:day:${day}`

/**
 * Returns the fields of a month's counts that say how much of a budget is used; see `redisKeys`.
 * @param day `01` to `31`.
 */
export const budgetFields = (id: string, day: string): string[] => [...monthFields(id), dayField(id, day)]

/** How many more calls a key's budgets allow in a month and on a day; null if none has such a limit. */
export interface CallsLeft {
  month: number | null
  day: number | null
}

/**
 * Returns how many more calls a key's budgets allow.
 * @param counts the month's counts.
 * @param day `01` to `31`.
 */
export function callsLeft(
  budgets: readonly Budget[],
  counts: Readonly<Record<string, number | null>>,
  day: string,
): CallsLeft {
  const least = (limitOf: (budget: Budget) => number | null, fieldsOf: (id: string) => string[]) => {
    const left = budgets.flatMap((budget) => {
      const limit = limitOf(budget)
      const used = fieldsOf(budget.id).reduce((sum, field) => sum + (counts[field] ?? 0), 0)
      return limit === null ? [] : [Math.max(0, limit - used)]
    })
    return left.length === 0 ? null : Math.min(...left)
  }
  return {
    month: least(({ limit }) => limit, monthFields),
    day: least(
      ({ dailyLimit }) => dailyLimit,
      (id) => [dayField(id, day)],
    ),
  }
}

/** A budget's monthly limit (-1: none) and usage, as scripts return it. */
export interface MonthBudgetUse {
  id: string
  limit: number
  used: number
}

/** The same with its day: the daily limit (-1: none) and the calls on the day of the call. */
export interface BudgetUse extends MonthBudgetUse {
  dailyLimit: number
  usedInDay: number
}
