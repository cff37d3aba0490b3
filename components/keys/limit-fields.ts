import { formatNumber } from '@/components/format/number'
import type { FieldFaults } from './faults'
import { type ApiKey, allOperations, type Operation, usualOperations } from './key-facts'

/** A key's limits as the user types them. */
export interface LimitFields {
  expiry: ExpiryChoice
  /** The key's last day if the expiry is `date`, as the value of a date field. */
  date: string
  operations: readonly Operation[]
  monthlyLimit: string
  dailyLimit: string
  burstLimit: string
  addresses: string
}

/** The fields of a new key. */
export const noLimits: LimitFields = {
  expiry: 'never',
  date: '',
  operations: usualOperations,
  monthlyLimit: '',
  dailyLimit: '',
  burstLimit: '',
  addresses: '',
}

/** Returns the fields of an existing key. */
export function limitFieldsOf(key: ApiKey): LimitFields {
  const { expires, operations, monthlyLimit, dailyLimit, burstLimit, addresses } = key
  return {
    ...noLimits,
    expiry: expires === null ? 'never' : 'keep',
    operations: operations ?? usualOperations,
    monthlyLimit: monthlyLimit === null ? '' : formatNumber(monthlyLimit),
    dailyLimit: dailyLimit === null ? '' : formatNumber(dailyLimit),
    burstLimit: burstLimit === null ? '' : formatNumber(burstLimit),
    addresses: addresses?.join('\n') ?? '',
  }
}

/** The limits in the server's format. `expires` is omitted for no change, and null for never. */
interface Limits extends Pick<ApiKey, 'monthlyLimit' | 'dailyLimit' | 'burstLimit' | 'addresses' | 'operations'> {
  expires?: number | null
}

/**
 * Reads the fields and checks them as far as possible without the server.
 * @param counted whether the key's calls count; a test key's do not, so it has no monthly or daily limit.
 * @returns the faults, or the limits and the line of each address.
 */
export function readLimits(
  fields: LimitFields,
  counted: boolean,
  nowMs: number,
): { faults: FieldFaults } | { limits: Limits; lines: number[] } {
  const monthlyLimit = counted ? readCount(fields.monthlyLimit) : null
  const dailyLimit = counted ? readCount(fields.dailyLimit) : null
  const burstLimit = readCount(fields.burstLimit)
  const expiryIs = expiryFault(fields.expiry, fields.date, nowMs)
  if (expiryIs || monthlyLimit === undefined || dailyLimit === undefined || burstLimit === undefined) {
    return {
      faults: {
        ...(expiryIs && { expires: expiryIs }),
        ...(monthlyLimit === undefined && { monthlyLimit: notWhole }),
        ...(dailyLimit === undefined && { dailyLimit: notWhole }),
        ...(burstLimit === undefined && { burstLimit: notWhole }),
      },
    }
  }
  const expires = expirySeconds(fields.expiry, fields.date, nowMs)
  const operations = allOperations.filter((one) => fields.operations.includes(one))
  const rows = addressLines(fields.addresses)
  const limits = {
    monthlyLimit,
    dailyLimit,
    burstLimit,
    operations: String(operations) === String(usualOperations) ? null : operations,
    addresses: rows.length === 0 ? null : rows.map(({ address }) => address),
    ...(expires !== undefined && { expires }),
  }
  return { limits, lines: rows.map(({ line }) => line) }
}

const notWhole = 'Enter a whole number, such as 5,000.'

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
 * Returns when a key created or changed now expires.
 * @param date its last day, as the value of a date field (`2026-11-30`, local time); read only for the choice `date`.
 * @returns epoch seconds; null for never; undefined for no change, or if no date is chosen yet.
 */
export function expirySeconds(choice: ExpiryChoice, date: string, nowMs: number): number | null | undefined {
  if (choice === 'never') return null
  if (choice === 'keep') return undefined
  if (choice !== 'date') return Math.floor(nowMs / 1000) + Number(choice) * 86_400
  const [year, month, day] = date.split('-').map(Number)
  if (!year || !month || !day) return undefined
  // The midnight after that day, because the key works until the end of the day.
  return Math.floor(new Date(year, month - 1, day + 1).getTime() / 1000)
}

/** Returns an error message for a chosen day; null if it is valid. */
export function expiryFault(choice: ExpiryChoice, date: string, nowMs: number): string | null {
  if (choice !== 'date') return null
  const seconds = expirySeconds(choice, date, nowMs)
  if (typeof seconds !== 'number') return 'Choose a date.'
  if (seconds * 1000 <= nowMs) return 'This date is in the past. Choose today or later.'
  const tenYears = new Date(nowMs)
  tenYears.setFullYear(tenYears.getFullYear() + 10)
  return seconds * 1000 > tenYears.getTime() ? 'Choose a date within the next ten years.' : null
}

/** Formats a local day as the value of a date field: `2026-11-21`. */
export function dateFieldValue(timeMs: number): string {
  const time = new Date(timeMs)
  return [time.getFullYear(), time.getMonth() + 1, time.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
}

/** Whole numbers as people type them: `5000`, `5,000`, `5 000`. A period is not a thousands separator. */
const form = /^-?(?:\d+|\d{1,3}([,\s'’_])\d{3}(?:\1\d{3})*)$/

/**
 * Reads a number typed into a field.
 * @returns null if nothing was typed; undefined if it is not a whole number.
 */
export function readCount(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (!form.test(typed)) return undefined
  // The server rejects numbers that are too large, but can't parse any above this.
  return Math.min(Number(typed.replace(/[^\d-]/g, '')), Number.MAX_SAFE_INTEGER)
}

/**
 * Reads the addresses in a text box: one per line, or several separated by spaces, commas, or semicolons.
 * @returns each with its line, from 1, for error messages.
 */
export const addressLines = (text: string): Array<{ address: string; line: number }> =>
  text.split('\n').flatMap((row, at) =>
    row
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((address) => ({ address, line: at + 1 })),
  )
