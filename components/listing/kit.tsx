'use client'

import { type ComponentType, useEffect, useState } from 'react'
import type { KitProps } from './kit-props'

/**
 * What can be made of an answer: a QR code, a snippet for a page, the same call in code. Fetched when there first is an
 * answer; where it cannot be, the answer stands without it.
 */
export function Kit(props: KitProps) {
  const [Tools, setTools] = useState<ComponentType<KitProps> | null>(null)

  useEffect(() => {
    import('./kit-tools').then(
      ({ KitTools }) => setTools(() => KitTools),
      () => {},
    )
  }, [])

  return Tools ? <Tools {...props} /> : <div className="mt-6 min-h-80" />
}
