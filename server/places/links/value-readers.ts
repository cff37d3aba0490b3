import { cidFromHex, cidFromSigned, mayBeRounded } from '@/server/places/identifiers/cid'
import { type FeatureId, featureIdOf, parseFeatureId } from '@/server/places/identifiers/feature-id'
import { startsWithEllipsis } from './find-links'
import type { Identifier, IdentifierKind } from './found-identifiers'

/*
 * Parsers for a link's decoded values. The value begins with the identifier, followed by nothing or by text that cannot
 * belong to it. Text that could be the rest of a broken or grouped number is never ignored: the first digits of
 * `16 865 713`, `3,545,450`, or `1.7e19` are not a CID.
 */

/** Text that may occur inside a broken or grouped number: a tag, an escape, or anything but letters and digits. */
const between = /^(?:<[^<>]{0,30}>|%(?:25)*[0-7][\da-f]|\\+[nrt]|[^\da-z])+/i

/**
 * Whether a number ends before the rest of a value.
 * @param canGoOn returns whether the number would still be valid with these digits after it.
 */
function endsBefore(rest: string, digit: RegExp, canGoOn: (digits: string) => boolean): boolean {
  // An email filter puts `__;` after a link.
  if (rest === '' || /^(?:[&?#!]|__;)/.test(rest)) return true
  if (/^[\da-z]|^(?:[.:=_-]|%(?:25)*(?:3A|2E|3D))[\da-z]|^=$/i.test(rest)) return false
  if (startsWithEllipsis(rest)) return !canGoOn('0') && !canGoOn(':0x1')
  const next = rest.slice(between.exec(rest)?.[0].length)
  if (/^0x/i.test(next)) return false
  const [digits = ''] = digit.exec(next) ?? []
  return digits === '' || !canGoOn(digits.charAt(0))
}

const decimals = /^\d+/
const hexadecimals = /^[\da-f]+/i

/** Returns the match of a pattern at the beginning of a value if the number ends there; otherwise null. */
function numberIn(value: string, pattern: RegExp, isValid: (text: string) => boolean): string | null {
  const [found] = pattern.exec(value) ?? []
  if (found === undefined) return null
  const digit = /^-?\d+$/.test(found) ? decimals : hexadecimals
  const canGoOn = (digits: string) => isValid(found + digits)
  return endsBefore(value.slice(found.length), digit, canGoOn) ? found : null
}

const isFeatureId = (text: string) => parseFeatureId(text) !== null
const isSigned = (text: string) => cidFromSigned(text) !== null
/** A hexadecimal number may also be the first half of a feature id. */
const isHex = (text: string) => cidFromHex(text) !== null || isFeatureId(text)

/** A place id has a fixed length, so no letters follow it, but `_` from chat programs and `=` from base64 can. */
const placeId = /^(ChIJ[\w-]{23})(?:[_=]+(?![\w-])|(?![\w-]))/
const noId = { kind: 'whole', isDigits: true } as const

function placeIdIn(value: string): Identifier | null {
  const id = featureIdOf(placeId.exec(value)?.[1] ?? '')
  return id && { ...noId, isDigits: false, id }
}

/**
 * Parses a feature id or a listing's place id. Tools use one in place of the other, and nothing else looks like either.
 */
export function wholeIdIn(value: string): Identifier | null {
  const id = parseFeatureId(numberIn(value, /^0x[\da-f]+:0x[\da-f]+/i, isFeatureId) ?? '')
  return id ? { ...noId, id } : placeIdIn(value)
}

/** Parses the feature id in `lrd=`, before a mode: `0x…:0x…,1,,,`. */
export function reviewedIdIn(value: string): Identifier | null {
  const id = parseFeatureId(/^(0x[\da-f]+:0x[\da-f]+),\d,*$/i.exec(value)?.[1] ?? '')
  // If a mode follows the feature id, nothing was cut off.
  return id ? { ...noId, isDigits: false, id } : wholeIdIn(value)
}

/** Parses a decimal CID; a negative number is in two's complement. */
export function decimalCidIn(value: string): Identifier | null {
  return decimal('cid', numberIn(value, /^-?\d{1,40}/, isSigned) ?? '')
}

/** Parses a hexadecimal CID after `0x`. */
export function hexCidIn(value: string): Identifier | null {
  return named('cid', cidFromHex(numberIn(value, /^0x[\da-f]{1,40}/i, isHex) ?? ''))
}

/** Parses the value of `cid=`, where tools put a decimal or hexadecimal CID, a feature id, or a place id. */
export const anyIdIn = (value: string): Identifier | null => wholeIdIn(value) ?? decimalCidIn(value) ?? hexCidIn(value)

/** Parses a place id or a feature id after `place_id:`. */
export const prefixedIdIn = (value: string): Identifier | null => wholeIdIn(behind('place_id:', value))

/** Parses a CID after `cid:`. */
export function prefixedCidIn(value: string): Identifier | null {
  const cid = behind('cid:', value)
  return decimalCidIn(cid) ?? hexCidIn(cid)
}

/** Parses the listing opened in a local pack: `hd:;si:<CID>;mv:…`. */
export const openedListingIn = (value: string): Identifier | null => listedIn(value, /(?:^|;)si:(?=\d)/, 'opened')

/** Parses the first listing of a local pack, the decimal CID in `rldimm=`. */
export function packListingIn(value: string): Identifier | null {
  const found = decimalCidIn(value)
  return found && { ...found, kind: 'pack' }
}

/** Parses the listing whose panel was previously open: `m_t:lcl_akp,rc_ludocids:<CID>,…`. */
export const relatedListingIn = (value: string): Identifier | null =>
  listedIn(value, /(?:^|,)rc_ludocids:(?=\d)/, 'related')

/** Parses a decimal CID after a label within a list, up to the next `,` or `;`. */
function listedIn(value: string, label: RegExp, kind: IdentifierKind): Identifier | null {
  const start = label.exec(value)
  const rest = start ? value.slice(start.index + start[0].length) : ''
  const number = numberIn(rest, /^\d{1,20}/, isSigned) ?? ''
  return /^[,;]|^$/.test(rest.slice(number.length)) ? decimal(kind, number) : null
}

function decimal(kind: IdentifierKind, number: string): Identifier | null {
  const found = named(kind, cidFromSigned(number))
  return found && { ...found, canBeRounded: mayBeRounded(number) }
}

function named(kind: IdentifierKind, cid: FeatureId['cid'] | null): Identifier | null {
  return cid === null ? null : { kind, id: { cell: 0n, cid }, isDigits: true }
}

function behind(prefix: string, value: string): string {
  return value.toLowerCase().startsWith(prefix) ? value.slice(prefix.length).trimStart() : ''
}
