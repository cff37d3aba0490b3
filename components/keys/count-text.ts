/** A whole number as people type it: `5000`, `5,000`, `5 000`. A point does not separate thousands. */
const form = /^-?(?:\d+|\d{1,3}([,\s'’_])\d{3}(?:\1\d{3})*)$/

/**
 * Reads a number that was typed into a field.
 * @returns null if nothing was typed; undefined if it is not a whole number.
 */
export function readCount(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (!form.test(typed)) return undefined
  // The server reports a number that is too large, but cannot read one above this.
  return Math.min(Number(typed.replace(/[^\d-]/g, '')), Number.MAX_SAFE_INTEGER)
}
