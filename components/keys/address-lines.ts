/**
 * The addresses in a text box, one a line or several with commas or spaces between.
 * @returns each with its line, from 1, to name the one that is wrong.
 */
export const addressLines = (text: string): Array<{ address: string; line: number }> =>
  text.split('\n').flatMap((row, at) =>
    row
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((address) => ({ address, line: at + 1 })),
  )
