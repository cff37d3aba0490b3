/** A whole number as people type it: `5000`, `5,000`, `5 000`. A decimal point is none between thousands. */
const form = /^-?(?:\d+|\d{1,3}([,\s'’_])\d{3}(?:\1\d{3})*)$/

/**
 * Reads a number that was typed into a field.
 * @returns null: nothing was typed; undefined: it is no whole number.
 */
export function readCount(text: string): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (!form.test(typed)) return undefined
  // The server says what is too large, and can only read so much.
  return Math.min(Number(typed.replace(/[^\d-]/g, '')), Number.MAX_SAFE_INTEGER)
}
