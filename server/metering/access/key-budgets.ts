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

/**
 * Lua functions for budgets. A call adds 1 to `<key>:used` of its key, and to `<budget>:others` of each budget with
 * another id.
 */
export const budgetRules = `
local function isSet(value) return value ~= nil and value ~= cjson.null end
local function limitOf(value)
  if not isSet(value) then return -1 end
  return type(value) == 'number' and value >= 0 and value or 0
end
local function budgetsOf(key)
  if not key.id then return {} end
  local budgets = { { id = key.countedAs or key.id, limit = limitOf(key.monthlyLimit) } }
  for _, one in ipairs(key.ancestors or {}) do
    budgets[#budgets + 1] = { id = one.id, limit = limitOf(one.limit) }
  end
  return budgets
end
-- Adds the fields of the month's counts that have the usage of budgets.
local function addBudgetFields(fields, budgets)
  for _, budget in ipairs(budgets) do
    fields[#fields + 1] = budget.id .. ':used'
    fields[#fields + 1] = budget.id .. ':others'
  end
end
-- Sets the usage of budgets. \`values\` are the counts; those of the budgets are the last ones.
local function setBudgetUse(budgets, values)
  local at = #values - 2 * #budgets
  for _, budget in ipairs(budgets) do
    local used, others = values[at + 1], values[at + 2]
    budget.isStored = used or others
    budget.others = tonumber(others or '0')
    budget.used = tonumber(used or '0') + budget.others
    at = at + 2
  end
end
-- Describes budgets for the caller of a script: "<id>:<limit>:<used>", separated by commas; "-" if there are none.
local function describe(budgets)
  local words = {}
  for at, budget in ipairs(budgets) do words[at] = budget.id .. ':' .. budget.limit .. ':' .. budget.used end
  return #words > 0 and table.concat(words, ',') or '-'
end
`

/** A budget's limit (-1: none) and usage, as a script describes it. */
export interface BudgetUse {
  id: string
  limit: number
  used: number
}

/** Reads a script's description of budgets. */
export const readBudgetUses = (described: string): BudgetUse[] =>
  described === '-'
    ? []
    : described.split(',').map((word) => {
        const [id = '', limit, used] = word.split(':')
        return { id, limit: Number(limit), used: Number(used) }
      })
