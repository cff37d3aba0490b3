/** The choices for when a key expires. */
export const expiryChoices = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'Custom date' },
] as const

/** `keep` leaves the expiry of an existing key unchanged. */
export type ExpiryChoice = (typeof expiryChoices)[number]['value'] | 'keep'

/**
 * Returns when a key that is created or changed now expires.
 * @param date its last day, as the value of a date field (`2026-11-30`, local time); read only for the choice `date`.
 * @returns epoch seconds; null for never; undefined for no change, or if no date is chosen yet.
 */
export function expirySeconds(choice: ExpiryChoice, date: string, nowMs: number): number | null | undefined {
  if (choice === 'never') return null
  if (choice === 'keep') return undefined
  if (choice !== 'date') return Math.floor(nowMs / 1000) + Number(choice) * 86_400
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return undefined
  // The midnight after that day, because the key works until the end of it.
  return Math.floor(new Date(year, month - 1, day + 1).getTime() / 1000)
}

/** Says what is wrong with a chosen day; null if nothing is. */
export function expiryFault(choice: ExpiryChoice, date: string, nowMs: number): string | null {
  if (choice !== 'date') return null
  const seconds = expirySeconds(choice, date, nowMs)
  if (typeof seconds !== 'number') return 'Choose a date.'
  if (seconds * 1000 <= nowMs) return 'This date is in the past. Choose today or later.'
  const tenYears = new Date(nowMs)
  tenYears.setFullYear(tenYears.getFullYear() + 10)
  return seconds * 1000 > tenYears.getTime() ? 'Choose a date within the next ten years.' : null
}

/** Writes a local day as the value of a date field: `2026-11-21`. */
export function dateFieldValue(timeMs: number): string {
  const time = new Date(timeMs)
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
