import { decodeBase64 } from '@/server/places/identifiers/base64url'
import { featureIdOf, parseFeatureId } from '@/server/places/identifiers/feature-id'
import { percentDecode } from './link-url'
import type { DataNode } from './map-link'

const longest = 300
const decimals = /^[-+]?\d{1,3}(?:\.\d*)?\s*,\s*[-+]?\d{1,3}(?:\.\d*)?$/
const degrees = /^[-+]?\d{1,3}(?:\.\d+)?°[-+\d°'"′″.,\sNSEWO]*$/i

/**
 * Whether a string is a position, in decimal degrees (`50.08,14.42`) or in degrees, minutes, and seconds
 * (`49°16'12.8"N 14°02'46.4"E`).
 */
export function isCoordinates(text: string): boolean {
  const trimmed = text.trim()
  return decimals.test(trimmed) || degrees.test(trimmed)
}

/**
 * Decodes a raw name in a link once; null if it is not valid UTF-8. A link encodes spaces as `+` or as `%20`, never both: next
 * to a `%20`, a `+` is a plus sign.
 */
export function decodeName(raw: string): string | null {
  try {
    return decodeURIComponent(raw.includes('%20') ? raw : raw.replaceAll('+', ' ')).trim()
  } catch {
    return null
  }
}

function base64Text(value: string): string | null {
  const bytes = decodeBase64(percentDecode(value))
  return bytes && new TextDecoder().decode(bytes)
}

/** Returns the text of a node in an embed's tree: a string, or base64 of UTF-8. */
export function nodeText({ type, value }: DataNode): string | null {
  return type === 'z' ? base64Text(value) : decodeName(value)
}

/**
 * Returns a listing's title from a decoded name, trimmed and without control characters; null if the name is empty,
 * coordinates, an identifier, longer than 300 characters, or without any letters or digits.
 */
export function titleFrom(name: string | null): string | null {
  const title = (name ?? '').replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim()
  if (title.length > longest || !/[\p{L}\p{N}]/u.test(title)) return null
  return isCoordinates(title) || featureIdOf(title) || parseFeatureId(title) ? null : title
}

const kgIdForm = /^\/[gm]\/[\w]{2,40}$/

/** Returns decoded text if it is a Knowledge Graph id, `/g/11…` or `/m/0…`; null for anything else. */
export function readKgId(text: string | null | undefined): string | null {
  return text && kgIdForm.test(text) ? text : null
}

/** The path of the place's own Knowledge Graph id in a map link's data. */
export const kgIdPath = '4.3.16'

/**
 * Parses the Knowledge Graph id in the node at that path: text (`!16s%2Fg%2F…`) or the text in base64 (`!16zL20v…`).
 */
export function kgIdOfNode({ type, value }: DataNode): string | null {
  if (type === 's') return readKgId(percentDecode(value))
  return type === 'z' ? readKgId(base64Text(value)) : null
}
