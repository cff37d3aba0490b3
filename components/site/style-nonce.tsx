'use client'

import { useEffect } from 'react'

declare global {
  var __webpack_nonce__: string | undefined
}

/**
 * Lets a dialog hold the page behind it still: it does so with a style sheet of its own making, which our
 * Content-Security-Policy allows only with the page's nonce, and this is the name it looks for one under.
 */
export function StyleNonce() {
  useEffect(() => {
    globalThis.__webpack_nonce__ = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce
  }, [])
  return null
}
