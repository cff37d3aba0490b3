import { PinrefError } from '@/server/platform/problems/errors'

declare const cidBrand: unique symbol

/**
 * A listing's CID: an unsigned 64-bit number. In requests and responses, a CID is decimal or `0x` hexadecimal, never a
 * JSON number.
 */
export type Cid = bigint & { readonly [cidBrand]: true }

/** 2^64 - 1 in decimal. This is the maximum length of a decimal CID, so longer text is never converted to a number. */
export const largestCid = '18446744073709551615'

/** The absolute value of the smallest signed 64-bit number. */
const maxNegative = 2n ** 63n

/**
 * Parses a CID in the forms that people and programs use: decimal digits, hexadecimal digits after `0x`, or bare
 * hexadecimal digits with at least one letter. Drops surrounding whitespace and leading zeros.
 * @returns null for any other text; see `whyNotACid`.
 */
export function cidFromText(text: string): Cid | null {
  const trimmed = text.trim()
  return /^\d+$/.test(trimmed) ? cidFromDecimal(trimmed) : cidFromHex(trimmed)
}

/** Parses a CID. @throws PinrefError `invalid_cid` with the kind of text that was found instead. */
export function parseCid(text: string): Cid {
  const cid = cidFromText(text)
  if (cid === null) throw new PinrefError('invalid_cid', whyNotACid(text))
  return cid
}

/** Parses a CID in decimal digits; null for anything else or a number out of range. */
export function cidFromDecimal(text: string): Cid | null {
  if (!/^\d+$/.test(text)) return null
  const digits = text.replace(/^0+(?=\d)/, '')
  if (digits.length > largestCid.length || (digits.length === largestCid.length && digits > largestCid)) return null
  return BigInt(digits) as Cid
}

/**
 * Parses a decimal CID that may be negative: exports of saved lists write CIDs of 2^63 and above as signed 64-bit
 * numbers in two's complement. Returns null for anything else or a number out of range.
 */
export function cidFromSigned(text: string): Cid | null {
  if (!text.startsWith('-')) return cidFromDecimal(text)
  const size = /^-[1-9]/.test(text) ? cidFromDecimal(text.slice(1)) : null
  return size === null || size > maxNegative ? null : cidFromBits(-size)
}

/** The numbers up to this size are all exact in JavaScript and in spreadsheets. */
const largestExact = 2 ** 53

/**
 * Whether a program may have rounded a decimal number: it equals what JavaScript prints for it, as does a number whose
 * digits after the 15th a spreadsheet replaced by zeros. One real CID in 1,000 has this form.
 * @param text decimal digits, after a minus sign if negative; any other text is never rounded.
 */
export function mayBeRounded(text: string): boolean {
  const digits = /^-?0*(\d+)$/.exec(text)?.[1] ?? ''
  return Number(digits) > largestExact && String(Number(digits)) === digits
}

const hexadecimal = /^(?:0x)?[\da-f]+$/i

/** Parses a CID in hexadecimal digits, with or without `0x`; null for anything else or a number out of range. */
export function cidFromHex(text: string): Cid | null {
  if (!hexadecimal.test(text)) return null
  const digits = text.replace(/^0x/i, '').replace(/^0+(?=.)/, '')
  return digits.length > 16 ? null : (BigInt(`0x${digits}`) as Cid)
}

/** Returns the CID in the low 64 bits of a number. */
export function cidFromBits(bits: bigint): Cid {
  return BigInt.asUintN(64, bits) as Cid
}

/** Formats a CID as 1 to 20 decimal digits. */
export function decimalCid(cid: Cid): string {
  return cid.toString()
}

/** Formats a CID in hexadecimal after `0x`, in lowercase without zero padding. */
export function hexCid(cid: Cid): string {
  return `0x${cid.toString(16)}`
}

const shape = 'Send a CID in decimal, or in hexadecimal with or without 0x.'

/** Returns why text is not a CID: the kind of text that it is instead, and what to send. */
export function whyNotACid(untrimmed: string): string {
  const text = untrimmed.trim()
  if (text === '') return `The CID is empty. ${shape}`
  if (hexadecimal.test(text)) {
    return `This number is out of range. The largest CID is ${largestCid}, or 0xffffffffffffffff.`
  }
  if (/^[+-]/.test(text)) return `A CID has no sign. ${shape}`
  if (/^0x$/i.test(text)) return `There are no digits after 0x. ${shape}`
  if (/^0x[\da-f]{1,16}:0x[\da-f]{1,16}$/i.test(text)) {
    return `This is a feature id. The second half is the CID: ${text.slice(text.indexOf(':') + 1)}.`
  }
  if (/^(?:ChIJ|GhIJ)[\w-]/.test(text)) return 'This is a place id. Use resolve to get its CID.'
  if (/^[a-z][a-z0-9+.-]*:\/\/|^(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,63}(?:[/?#]|$)/i.test(text)) {
    return 'This is a link. Use resolve to get its CID.'
  }
  if (/^\d[\d.,]*e\+?\d+$/i.test(text)) return 'This number was rounded, so its last digits are lost. Send all digits.'
  return `This is not a CID. ${shape}`
}
