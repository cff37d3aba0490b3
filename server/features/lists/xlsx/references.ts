/** A rectangle of cells. Rows and columns start at 1, and the last ones are part of it. */
export interface CellRange {
  top: number
  left: number
  bottom: number
  right: number
}

/** The last row and column that Excel has. */
export const maxRow = 1_048_576
export const maxColumn = 16_384

/** Returns the letters of a column: 1 is A, 28 is AB. */
export function columnLetters(column: number): string {
  const last = (column - 1) % 26
  const letter = String.fromCharCode(65 + last)
  return column > 26 ? columnLetters((column - 1 - last) / 26) + letter : letter
}

/** Returns the number of the column in a reference such as `AB12`; 0 if it starts with no letter. */
export function columnOf(reference: string): number {
  let column = 0
  for (let index = 0; index < reference.length; index++) {
    const code = reference.charCodeAt(index)
    if (code < 65 || code > 90) break
    column = column * 26 + code - 64
  }
  return column
}

/** Reads `B2` or `B2:D10`. Returns null if it is neither, or outside of a sheet. */
export function rangeOf(reference: string): CellRange | null {
  const match = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/.exec(reference)
  if (!match) return null
  const [, from = '', row = '', to = from, end = row] = match
  const range = { top: Number(row), left: columnOf(from), bottom: Number(end), right: columnOf(to) }
  return range.top > 0 && range.bottom <= maxRow && range.right <= maxColumn ? range : null
}
