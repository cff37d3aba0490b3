import { useEffect, useState } from 'react'

const inputs = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const

/** Whether somebody has begun to use the page, with a pointer or the keyboard. Code that only they need is loaded then. */
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
