/** When a key may expire. */
export const expiryChoices = [
  { value: 'never', label: 'Never' },
  { value: '7', label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'Custom date' },
] as const

/** `keep`: when it does by now, for a key that there is. */
export type ExpiryChoice = (typeof expiryChoices)[number]['value'] | 'keep'

/**
 * When a key expires that is created or changed now.
 * @param date its last day, as the value of a date field (`2026-11-30`, local time); only read for the choice `date`.
 * @returns epoch seconds; null: never; undefined: as it is, or no date chosen yet.
 */
export function expirySeconds(choice: ExpiryChoice, date: string, nowMs: number): number | null | undefined {
  if (choice === 'never') return null
  if (choice === 'keep') return undefined
  if (choice !== 'date') return Math.floor(nowMs / 1000) + Number(choice) * 86_400
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return undefined
  // The midnight after that day, since the key works until its end.
  return Math.floor(new Date(year, month - 1, day + 1).getTime() / 1000)
}

/** What is wrong with a chosen day; null: nothing. */
export function expiryFault(choice: ExpiryChoice, date: string, nowMs: number): string | null {
  if (choice !== 'date') return null
  const seconds = expirySeconds(choice, date, nowMs)
  if (typeof seconds !== 'number') return 'Choose a date.'
  if (seconds * 1000 <= nowMs) return 'This date is in the past. Choose today or later.'
  const tenYears = new Date(nowMs)
  tenYears.setFullYear(tenYears.getFullYear() + 10)
  return seconds * 1000 > tenYears.getTime() ? 'Choose a date within the next ten years.' : null
}

/** A local day as the value of a date field: `2026-11-21`. */
export function dateFieldValue(timeMs: number): string {
  const time = new Date(timeMs)
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}
