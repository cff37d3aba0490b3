'use client'

import { usePart } from '@/components/ui/loading'
import type { ListingToolsProps } from './listing-tools'

const load = () => import('./listing-tools')

/**
 * A listing's tools, loaded when first needed, with their height reserved. If loading fails, the result is shown alone.
 */
export function LazyListingTools(props: ListingToolsProps) {
  const { part, hasFailed } = usePart(load, true)
  if (part) return <part.ListingTools {...props} />
  return hasFailed ? null : <div className="min-h-[38.5rem] border-t border-rule sm:min-h-[22rem]" />
}
