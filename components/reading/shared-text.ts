/** What another app shares. A web app's share target may get any of these, and many apps put the link into the text. */
export interface Shared {
  text: string | null
  url: string | null
}

/**
 * Returns the text to look up: the text that was shared, its link, or both if the text does not contain the link.
 * @returns null if there is neither.
 */
export function sharedText({ text, url }: Shared): string | null {
  const words = text?.trim() ?? ''
  const link = url?.trim() ?? ''
  return (words.includes(link) ? words : `${words}\n${link}`.trim()) || null
}
