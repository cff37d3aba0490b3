'use client'

import { useEffect } from 'react'

declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * Gives Radix dialogs the page's nonce. They lock scrolling with an injected style sheet, which our Content-Security-Policy
 * only allows with the nonce, and they look for it under this name.
 */
export function StyleNonce() {
  useEffect(() => {
    globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  }, [])
  return null
}
