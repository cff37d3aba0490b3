/**
 * Reads the addresses in a text box: one per line, or several separated by spaces, commas or semicolons.
 * @returns each with its line, from 1, to name the one that is wrong.
 */
export const addressLines = (text: string): Array<{ address: string; line: number }> =>
  text.split('\n').flatMap((row, at) =>
    row
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((address) => ({ address, line: at + 1 })),
  )
