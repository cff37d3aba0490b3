/** A file with lines, as text. */
export interface ReadFile {
  name: string
  text: string
  /** Whether the file is a table: a CSV or a spreadsheet. */
  isTable: boolean
  /** Whether the text is too long for the text box; if so, the text is omitted. */
  isLong?: boolean
}

/** The maximum size of a file that a browser can read and split into a batch's parts. */
export const maxFileBytes = 200_000_000

/** Lower than for text, because a spreadsheet is unpacked in memory. */
const maxSheetBytes = 20_000_000

/**
 * Reads a file: text in UTF-8, or UTF-16, which some spreadsheets use, or the first sheet of an Excel file.
 * @param maxBytes the limit for a text file.
 * @throws Error with a message for the user.
 */
export async function readFile(file: File, maxBytes: number): Promise<ReadFile> {
  const { name } = file
  const isSheet = /\.xlsx$/i.test(name)
  const most = isSheet ? Math.min(maxSheetBytes, maxBytes * 5) : maxBytes
  if (file.size > most) throw new Error(`${name} is too large. The limit is ${most / 1_000_000} MB.`)
  if (isSheet) {
    const { sheetText } = await import('./read-sheet')
    return { name, text: await sheetText(file), isTable: true }
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
  if (text.includes('\0')) throw new Error(`${name} isn’t a text file. Save it as CSV or XLSX, then try again.`)
  return { name, text, isTable: /\.(?:csv|tsv)$/i.test(name) }
}
