import type { CleanedWhere } from 'better-auth/adapters'

/** A better-auth record as stored: dates are ISO 8601 text, missing values are null. */
export type Row = Record<string, unknown>

/** One condition of a query. */
export type Condition = CleanedWhere

/** A query that this store has no index for, or cannot evaluate: a bug in Pinref, never a fault of the caller. */
export const unsupported = (model: string, conditions: Condition[] = []): Error =>
  new Error(
    `the account store cannot do this with ${model}: ${JSON.stringify(conditions.map(({ field, operator }) => [field, operator]))}`,
  )

/** The value that a field must equal, if a condition says so. */
export function equalTo(conditions: Condition[], field: string): string | null {
  return oneOf(conditions, field)?.[0] ?? null
}

/** The values that a field may have, if a condition lists them. */
export function oneOf(conditions: Condition[], field: string): string[] | null {
  for (const { field: name, operator, value } of conditions) {
    if (name !== field) continue
    if (operator === 'eq' && typeof value === 'string') return [value]
    if (operator === 'in' && Array.isArray(value)) return value.map(String)
  }
  return null
}

/** Whether a row meets every condition. @throws Error for a condition that better-auth itself never uses. */
export function matches(model: string, row: Row, conditions: Condition[]): boolean {
  return conditions.every((condition) => {
    const { field, operator, value, connector, mode } = condition
    if ((connector === 'OR' && conditions.length > 1) || mode === 'insensitive') throw unsupported(model, conditions)
    const held = row[field] ?? null
    switch (operator) {
      case 'eq':
        return held === value
      case 'ne':
        return held !== value
      case 'in':
        return Array.isArray(value) && value.some((one) => one === held)
      case 'gt':
      case 'gte':
      case 'lt':
      case 'lte':
        return ordered(held, operator, value)
      default:
        throw unsupported(model, [condition])
    }
  })
}

/** Dates are compared as their ISO 8601 text, which sorts by time. */
function ordered(held: unknown, operator: 'gt' | 'gte' | 'lt' | 'lte', value: Condition['value']): boolean {
  const comparable =
    (typeof held === 'string' && typeof value === 'string') || (typeof held === 'number' && typeof value === 'number')
  if (!comparable) return false
  const order = held < value ? -1 : held > value ? 1 : 0
  return { gt: order > 0, gte: order >= 0, lt: order < 0, lte: order <= 0 }[operator]
}
