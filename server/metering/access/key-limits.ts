import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { PinrefError } from '@/server/platform/problems/errors'
import { bitsOf } from './client'

/** The operations that a key may call by default. `usage` is `GET /api/usage`, which uses no quota. */
export const commonOperations = ['resolve', 'search', 'convert', 'usage'] as const

/**
 * All operations that a key can be allowed to call. `keys` manages the account's keys, and `callbacks` manages its
 * callback endpoints; a key has these two only if its owner chose them. Every key may call `GET /api/key`.
 */
export const keyOperations = [...commonOperations, 'keys', 'callbacks'] as const

type KeyOperation = (typeof keyOperations)[number]

/** A key's limits, in addition to its account's plan and burst. Null means that the key has no limit of its own. */
export interface KeyLimits {
  /** The operations that the key may call, one or more; null for the default ones. */
  operations: KeyOperation[] | null
  /** Calls per month (UTC). If the plan allows fewer, the plan's quota applies. */
  monthlyLimit: number | null
  /** Calls per day (UTC). */
  dailyLimit: number | null
  /** Calls in ten seconds. If the account's limit is lower, that limit applies. */
  burstLimit: number | null
  /** Allowed IP addresses and CIDR ranges, one or more, as returned by `readAddressRange`. */
  addresses: string[] | null
  /** The label of the customer that its calls are counted for, see `sources.ts`. Stored and inherited like a limit. */
  client: string | null
}

/** The limits that a test key can't have, because its calls don't count. */
export const countedLimits = ['monthlyLimit', 'dailyLimit'] as const

/** How many addresses and ranges a key may have. */
export const maxAddresses = 20

/** The stored limits: only those that are set, plus the ranges as bits, which admission compares with addresses. */
export type StoredLimits = { [Name in keyof KeyLimits]?: NonNullable<KeyLimits[Name]> } & { ranges?: string[] }

/**
 * Returns a stored key's fields for these limits; null clears a field.
 * @throws PinrefError `invalid_request` for a limit that would allow nothing or could not be checked.
 */
export function storedLimits(limits: Partial<KeyLimits>): { [Name in keyof StoredLimits]: StoredLimits[Name] | null } {
  const { operations, monthlyLimit, dailyLimit, burstLimit, addresses } = limits
  if (operations?.length === 0) throw invalid('operations', 'Choose at least one operation.')
  for (const [field, limit] of Object.entries({ monthlyLimit, dailyLimit, burstLimit })) {
    if (typeof limit === 'number' && !(Number.isInteger(limit) && limit >= 1)) {
      throw invalid(field, 'A limit must be a whole number of at least 1.')
    }
  }
  if (addresses === undefined) return limits
  return { ...limits, ranges: addresses && rangesOf(addresses) }
}

function rangesOf(addresses: readonly string[]): string[] {
  if (addresses.length === 0) throw invalid('addresses', 'Send at least one address, or null for no limit.')
  return addresses.map((text) => {
    const range = rangeOf(text)
    if (range === null) throw invalid('addresses', `${text.slice(0, 100)} is not an IP address or range.`)
    return range.bits
  })
}

const invalid = (field: string, detail: string) =>
  new PinrefError('invalid_request', detail, { errors: [{ pointer: `/${field}`, detail }] })

/** A stored key's limits. */
export const limitsOf = ({
  operations,
  monthlyLimit,
  dailyLimit,
  burstLimit,
  addresses,
  client,
}: StoredLimits): KeyLimits => ({
  operations: operations ?? null,
  monthlyLimit: monthlyLimit ?? null,
  dailyLimit: dailyLimit ?? null,
  burstLimit: burstLimit ?? null,
  addresses: addresses ?? null,
  client: client ?? null,
})

/**
 * Returns an IPv4 or IPv6 address or CIDR range in its shortest form, or null if it is neither. Bits after the prefix are set to
 * 0: `192.0.2.7/24` becomes `192.0.2.0/24`. An IPv4 range inside IPv6 (`::ffff:192.0.2.0/120`) becomes that IPv4 range.
 */
export const readAddressRange = (text: string): string | null => rangeOf(text)?.text ?? null

function rangeOf(text: string): { text: string; bits: string } | null {
  const [, address = '', prefixLength] = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? []
  if (!isIP(address)) return null
  const read = ipaddr.parse(address)
  const size = 8 * read.toByteArray().length
  const length = prefixLength === undefined ? size : Number(prefixLength)
  if (length > size) return null
  const isMapped = read instanceof ipaddr.IPv6 && read.isIPv4MappedAddress() && length >= 96
  return isMapped ? range(read.toIPv4Address(), length - 96) : range(read, length)
}

function range(address: ipaddr.IPv4 | ipaddr.IPv6, length: number) {
  const bits = bitsOf(address).slice(0, 1 + length)
  const bytes = address.toByteArray()
  const network = bytes.map((_, at) => Number.parseInt(bits.slice(1 + 8 * at, 9 + 8 * at).padEnd(8, '0'), 2))
  const text = ipaddr.fromByteArray(network).toString()
  return { text: length === 8 * bytes.length ? text : `${text}/${length}`, bits }
}
