/** A listing's name as the beginning of a file's name: letters and digits of any script, the CID where there is none. */
export function fileStem({ title, cid }: { title?: string | null; cid: string }): string {
  const words = (title ?? '')
    .normalize('NFC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  return words?.join('-').slice(0, 60) ?? `cid-${cid}`
}
