/** Percent-encodes any text; a lone surrogate, which cannot be encoded, becomes a replacement character. */
export const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString())
