import { formatNumber } from '@/components/format/number'
import { addressLines } from './address-lines'
import { readCount } from './count-text'
import { type ExpiryChoice, expiryFault, expirySeconds } from './expiry'
import type { FieldFaults } from './field-faults'
import type { ApiKey } from './key-facts'
import { allOperations, type Operation } from './operations'

/** The limits of a key as the user types them. */
export interface LimitFields {
  expiry: ExpiryChoice
  /** Its last day if the expiry is `date`, as the value of a date field. */
  date: string
  operations: readonly Operation[]
  monthlyLimit: string
  burstLimit: string
  addresses: string
}

/** The fields of a new key. */
export const noLimits: LimitFields = {
  expiry: 'never',
  date: '',
  operations: allOperations,
  monthlyLimit: '',
  burstLimit: '',
  addresses: '',
}

/** Returns the fields of an existing key. */
export function limitFieldsOf({ expires, operations, monthlyLimit, burstLimit, addresses }: ApiKey): LimitFields {
  return {
    ...noLimits,
    expiry: expires === null ? 'never' : 'keep',
    operations: operations ?? allOperations,
    monthlyLimit: monthlyLimit === null ? '' : formatNumber(monthlyLimit),
    burstLimit: burstLimit === null ? '' : formatNumber(burstLimit),
    addresses: addresses?.join('\n') ?? '',
  }
}

/** The limits as the server takes them. `expires` is left out for no change, and null for never. */
interface Limits extends Pick<ApiKey, 'monthlyLimit' | 'burstLimit' | 'addresses' | 'operations'> {
  expires?: number | null
}

/**
 * Reads the fields and finds the faults that can be found without the server.
 * @param counted whether the key's calls count: a test key's do not, so it has no monthly limit.
 * @returns the faults, or the limits and the line of each address.
 */
export function readLimits(
  fields: LimitFields,
  counted: boolean,
  nowMs: number,
): { faults: FieldFaults } | { limits: Limits; lines: number[] } {
  const monthlyLimit = counted ? readCount(fields.monthlyLimit) : null
  const burstLimit = readCount(fields.burstLimit)
  const expiryIs = expiryFault(fields.expiry, fields.date, nowMs)
  if (expiryIs || monthlyLimit === undefined || burstLimit === undefined) {
    return {
      faults: {
        ...(expiryIs && { expires: expiryIs }),
        ...(monthlyLimit === undefined && { monthlyLimit: notWhole }),
        ...(burstLimit === undefined && { burstLimit: notWhole }),
      },
    }
  }
  const expires = expirySeconds(fields.expiry, fields.date, nowMs)
  const operations = allOperations.filter((one) => fields.operations.includes(one))
  const rows = addressLines(fields.addresses)
  const limits = {
    monthlyLimit,
    burstLimit,
    operations: operations.length === allOperations.length ? null : operations,
    addresses: rows.length === 0 ? null : rows.map(({ address }) => address),
    ...(expires !== undefined && { expires }),
  }
  return { limits, lines: rows.map(({ line }) => line) }
}

const notWhole = 'Enter a whole number, such as 5,000.'
