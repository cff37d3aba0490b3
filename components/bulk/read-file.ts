/** More than a thousand of the longest links. */
const maxBytes = 4_000_000

/**
 * The text of a file: UTF-8, or UTF-16 as some spreadsheets save it.
 * @throws Error with a message for the user.
 */
export async function readTextFile(file: Blob & { name: string }): Promise<string> {
  if (file.size > maxBytes) throw new Error(`${file.name} is too large: the limit is 4 MB.`)
  const bytes = new Uint8Array(await file.arrayBuffer())
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8').decode(bytes)
  if (text.includes('\0')) throw new Error(`${file.name} isn’t a text file. Save it as CSV, then try again.`)
  return text
}
