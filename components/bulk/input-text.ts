/**
 * Returns the part of a line that was looked up, as text.
 * @param input the line as it was sent, see `Row`.
 * @param column of its CSV; null if it is not from a CSV.
 */
export function inputText(input: unknown, column: string | null): string {
  if (typeof input !== 'object' || input === null) return String(input ?? '')
  const fields = input as Record<string, unknown>
  if (column !== null) return String(fields[column] ?? '')
  const named = fields.url ?? fields.name ?? fields.cid
  if (typeof named !== 'string') return JSON.stringify(input)
  return [named, fields.address].filter((part) => typeof part === 'string' && part !== '').join(', ')
}
