'use client'

import { type RefObject, useCallback, useEffect } from 'react'
import { isFreeKey } from '@/components/ui/typing'

/** Focuses the open tab's box, through the returned function and when `/` is pressed. */
export function useBox(page: RefObject<HTMLElement | null>): () => void {
  const focusBox = useCallback(() => {
    page.current?.querySelector<HTMLElement>('[data-box]:not([hidden] *)')?.focus()
  }, [page])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isFreeKey(event)) return
      event.preventDefault()
      focusBox()
      // Selects the text, so typing replaces it.
      if (document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement)
        document.activeElement.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [focusBox])

  return focusBox
}

/** Sets the title of the browser tab to what the page shows; null keeps the page's own title. */
export function useTitle(name: string | null): void {
  useEffect(() => {
    if (name === null) return
    const before = document.title
    document.title = `${name} · Pinref`
    return () => {
      document.title = before
    }
  }, [name])
}

/** Scrolls to a result that appears below the fold, as on a phone. */
export function reveal(answer: HTMLElement | null): void {
  if (answer && answer.getBoundingClientRect().top > window.innerHeight * 0.7) answer.scrollIntoView()
}

/**
 * Hides an on-screen keyboard, which would cover the result. With a physical keyboard, the cursor remains in the box.
 */
export function hideKeyboard(): void {
  const focused = document.activeElement
  if (focused instanceof HTMLElement && window.matchMedia('(pointer: coarse)').matches) focused.blur()
}
