'use client'

import { type RefObject, useCallback, useEffect } from 'react'

/** The way to the box of the open tab: a function that puts the cursor there, and the key `/` that does the same. */
export function useBox(desk: RefObject<HTMLElement | null>): () => void {
  const focusBox = useCallback(() => {
    desk.current?.querySelector<HTMLElement>('[data-state=active] [data-box]')?.focus()
  }, [desk])

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      focusBox()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [focusBox])

  return focusBox
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]')
