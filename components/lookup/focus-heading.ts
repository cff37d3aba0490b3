/**
 * Moves the focus from the form to the heading of an answer, so that one Tab leads to what is copied most. A focus that has
 * been put elsewhere meanwhile stays there.
 */
export function focusHeading(answer: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused !== document.body && !focused?.closest('form')) return
  answer?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
}
