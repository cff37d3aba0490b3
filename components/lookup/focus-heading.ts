/**
 * Moves the focus from the form to the heading of an answer, so that one Tab reaches the value that is copied most. If the user
 * has moved the focus elsewhere meanwhile, it stays there.
 */
export function focusHeading(answer: HTMLElement | null): void {
  const focused = document.activeElement
  if (focused !== document.body && !focused?.closest('form')) return
  answer?.querySelector<HTMLElement>('h2[tabindex]')?.focus({ preventScroll: true })
}
