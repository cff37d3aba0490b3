/** Encodes base64url without padding (RFC 4648, section 5), also in browsers, which have no `Buffer`. */
export function encodeBase64Url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** Decodes base64 as leniently as `atob`, which ignores whitespace and stray trailing bits; null for other text. */
export function decodeLeniently(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

/** Decodes base64url without padding; null for other characters, an impossible length, or stray trailing bits. */
export function decodeBase64Url(text: string): Uint8Array | null {
  const bytes = decodeLeniently(text.replaceAll('-', '+').replaceAll('_', '/'))
  return bytes && encodeBase64Url(bytes) === text ? bytes : null
}

/**
 * Decodes base64 in either alphabet, with or without padding (RFC 4648); null for other text. A space counts as `+`,
 * because that is what a `+` in a query stands for.
 */
export const decodeBase64 = (text: string): Uint8Array | null =>
  decodeBase64Url(
    text
      .replace(/={1,2}$/, '')
      .replace(/[+ ]/g, '-')
      .replaceAll('/', '_'),
  )
