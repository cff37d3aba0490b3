'use client'

import { type ComponentType, useEffect, useState } from 'react'
import type { ListingToolsProps } from './listing-tools'

/** The tools of a listing, loaded when they are first needed. If that fails the answer is shown without them. */
export function LazyListingTools(props: ListingToolsProps) {
  const [Tools, setTools] = useState<ComponentType<ListingToolsProps> | null>(null)

  useEffect(() => {
    import('./listing-tools').then(
      ({ ListingTools }) => setTools(() => ListingTools),
      () => {},
    )
  }, [])

  return Tools ? <Tools {...props} /> : <div className="mt-6 min-h-80" />
}
