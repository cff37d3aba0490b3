'use client'

import { type RefObject, useCallback, useEffect } from 'react'

/** Focuses the box of the open tab, through the returned function and when `/` is pressed. */
export function useBox(page: RefObject<HTMLElement | null>): () => void {
  const focusBox = useCallback(() => {
    page.current?.querySelector<HTMLElement>('[data-box]:not([hidden] *)')?.focus()
  }, [page])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      focusBox()
      // The next text that is typed replaces the one that was answered.
      if (document.activeElement instanceof HTMLInputElement || document.activeElement instanceof HTMLTextAreaElement)
        document.activeElement.select()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [focusBox])

  return focusBox
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input:not([type=radio]), textarea, select, [contenteditable]')
