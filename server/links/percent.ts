/**
 * Percent-decodes a value as far as it can be: where it is not valid UTF-8, only its ASCII escapes are decoded. Never
 * throws.
 */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replace(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Decodes a value of a query or a fragment, where `+` stands for a space. */
export function queryDecode(text: string): string {
  return percentDecode(text.includes('+') ? text.replaceAll('+', ' ') : text)
}
