'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { usePart } from '@/components/ui/loading'
import { isFreeKey } from '@/components/ui/typing'
import type { MenuContext } from './command-menu'

/** Loads the menu and the shortcuts when one of them is first used. */
const load = () => import('./menu-host')

interface MenuProps extends MenuContext {
  /** Shown if they could not be loaded. */
  fault: ReactNode
}

/** A page's command menu, initially closed, and the shortcuts that work on every page. */
export function Menu({ fault, ...context }: MenuProps) {
  // Keys pressed before they are loaded.
  const [presses, setPresses] = useState<readonly UIEvent[]>([])
  const { part, hasFailed, retry } = usePart(load, presses.length > 0)
  const isLoading = presses.length > 0 && !hasFailed
  useEffect(() => {
    if (part) return
    const listening = new AbortController()
    const onPress = (event: UIEvent) => {
      const isTyped = isLoading && event instanceof KeyboardEvent && event.key.length === 1
      if (event.defaultPrevented || (!isTyped && !isForMenu(event))) return
      event.preventDefault()
      setPresses((before) => (isLoading ? [...before, event] : [event]))
      retry()
    }
    window.addEventListener('keydown', onPress, listening)
    window.addEventListener('click', onPress, listening)
    return () => listening.abort()
  }, [part, isLoading, retry])
  return part ? <part.MenuHost {...context} presses={presses} /> : hasFailed && fault
}

/** Whether a key press opens the menu, lists the shortcuts, or starts a shortcut. */
function isForMenu(event: UIEvent): boolean {
  if (!(event instanceof KeyboardEvent)) return !!(event.target as Element).closest('[data-menu]')
  const { key, ctrlKey, metaKey } = event
  return ctrlKey || metaKey ? /^k$/i.test(key) : /^[/?g]$/.test(key) && isFreeKey(event)
}
