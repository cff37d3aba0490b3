const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const sextets: ReadonlyMap<string, number> = new Map([...alphabet].map((character, value) => [character, value]))

/**
 * Encodes base64url without padding (RFC 4648, section 5). Implemented here because this code also runs in the browser.
 */
export function encodeBase64Url(bytes: Uint8Array): string {
  let text = ''
  let pending = 0
  let bits = 0
  for (const byte of bytes) {
    pending = ((pending << 8) | byte) & 0xffff
    for (bits += 8; bits >= 6; bits -= 6) text += alphabet.charAt((pending >> (bits - 6)) & 63)
  }
  return bits === 0 ? text : text + alphabet.charAt((pending << (6 - bits)) & 63)
}

/** Decodes base64url without padding; null for other characters, an impossible length, or stray trailing bits. */
export function decodeBase64Url(text: string): Uint8Array | null {
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let length = 0
  let pending = 0
  let bits = 0
  for (const character of text) {
    const sextet = sextets.get(character)
    if (sextet === undefined) return null
    pending = ((pending << 6) | sextet) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes[length++] = (pending >> bits) & 0xff
    }
  }
  const stray = pending & ((1 << bits) - 1)
  return bits >= 6 || stray !== 0 ? null : bytes
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
