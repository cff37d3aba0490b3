/** Returns the stem of a file name: the letters and digits of the listing's title, or its CID if the title has none. */
export function fileStem({ title, cid }: { title?: string | null; cid: string }): string {
  const words = (title ?? '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return words?.join('-').slice(0, 60) ?? `cid-${cid}`
}
