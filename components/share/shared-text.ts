/** What another app shares: a web app's share target gets any of these, and many apps put the link into the text. */
export interface Shared {
  text: string | null
  url: string | null
}

/**
 * What to look up of what was shared: its text, its link, or both where the text does not have the link already.
 * @returns null where there is neither.
 */
export function sharedText({ text, url }: Shared): string | null {
  const words = text?.trim() ?? ''
  const link = url?.trim() ?? ''
  return (words.includes(link) ? words : `${words}\n${link}`.trim()) || null
}
