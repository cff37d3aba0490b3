/** Gives the lookup an address of its own, to be shared or kept; null where what is shown has none. */
export function noteAddress(text: string | null): void {
  window.history.replaceState(null, '', text === null ? '/' : `/?q=${encodeURIComponent(text)}`)
}

/** The lookup that the present address is of; empty where it is of none. */
export const textOfAddress = (): string => new URLSearchParams(window.location.search).get('q') ?? ''

/**
 * Does something once the page is seen, at once if it is: a tab opened in the background, or a page drawn ahead, must not
 * spend a lookup that nobody has asked to see.
 * @returns a function that calls it off.
 */
export function whenSeen(then: () => unknown): () => void {
  if (document.visibilityState === 'visible') {
    then()
    return () => {}
  }
  const onChange = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', onChange)
    then()
  }
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
