'use client'

import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

const inputs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Whether the user has started to use the page, with a pointer or the keyboard. Code for active users is loaded then. */
export function useFirstInput(): boolean {
  const [hasBegun, setHasBegun] = useState(false)
  useEffect(() => {
    if (hasBegun) return
    const begin = () => setHasBegun(true)
    for (const input of inputs) window.addEventListener(input, begin, { passive: true })
    return () => {
      for (const input of inputs) window.removeEventListener(input, begin)
    }
  }, [hasBegun])
  return hasBegun
}

/** How long after the last keystroke the input counts as complete. */
const settleMs = 600

/** Whether the user has stopped typing, so that errors in the input may be shown. */
export function useSettled(text: string): boolean {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), settleMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled === text
}

/**
 * Keeps text typed into a field before hydration, which React would otherwise overwrite.
 * @param value of the field as it was rendered on the server.
 * @returns the ref for the field.
 */
export function useTypedBeforeHydration<Field extends HTMLInputElement | HTMLTextAreaElement>(
  value: string,
  take: (text: string) => void,
): RefObject<Field | null> {
  const field = useRef<Field>(null)
  const first = useRef({ value, take })
  useLayoutEffect(() => {
    const typed = field.current?.value ?? ''
    if (typed !== '' && typed !== first.current.value) first.current.take(typed)
  }, [])
  return field
}

/** Where this browser stores `off` if single-key shortcuts are turned off, as voice control users need. */
export const singleKeys = 'pinref.single-keys'

/** Whether keys pressed alone are shortcuts. */
export function hasSingleKeys(): boolean {
  try {
    return localStorage[singleKeys] !== 'off'
  } catch {
    return true
  }
}

const takesKeys =
  'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=menu], [role$=dialog]'

/** Whether a key that is pressed alone may be a shortcut: not if it is typed into a field, a menu, or a dialog. */
export const isFreeKey = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !altKey && !(target instanceof Element && target.closest(takesKeys)) && hasSingleKeys()
