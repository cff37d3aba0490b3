/** Scrolls to an answer that appears below the fold, as it does on a phone. */
export function reveal(answer: HTMLElement | null): void {
  if (answer && answer.getBoundingClientRect().top > window.innerHeight * 0.7) answer.scrollIntoView()
}

/** Hides an on-screen keyboard, which would cover the answer. With a physical keyboard the cursor stays in its box. */
export function hideKeyboard(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && window.matchMedia('(pointer: coarse)').matches) focused.blur()
}
