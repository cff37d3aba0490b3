/**
 * Returns the text in a row's column, or in a field of an object.
 * @param input a row as it was sent.
 * @param column empty for none.
 * @returns without spaces around it; empty if the row has no such text or number.
 */
export function cellText(input: unknown, column: string): string {
  if (column === '' || typeof input !== 'object' || input === null || !Object.hasOwn(input, column)) return ''
  const value: unknown = (input as Record<string, unknown>)[column]
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
