/** Puts a lookup into the page's address, to be shared or bookmarked. */
export function setAddress(text: string): void {
  window.history.replaceState(null, '', `/?q=${encodeURIComponent(text)}`)
}

/** The lookup that the page's address names; empty where it names none. */
export const textOfAddress = (): string => new URLSearchParams(window.location.search).get('q') ?? ''

/**
 * Runs something once the page is visible, at once if it is: a tab opened in the background, or a prerendered page, must
 * not use up a lookup.
 * @returns a function that cancels it.
 */
export function whenVisible(run: () => unknown): () => void {
  if (document.visibilityState === 'visible') {
    run()
    return () => {}
  }
  const onChange = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onChange)
    run()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
