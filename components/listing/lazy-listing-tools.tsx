'use client'

import { useLoaded } from '@/components/ui/use-loaded'
import type { ListingToolsProps } from './listing-tools'

const load = () => import('./listing-tools')

/** The tools of a listing, loaded when they are first needed. If that fails the answer is shown without them. */
export function LazyListingTools(props: ListingToolsProps) {
  const tools = useLoaded(load)
  return tools ? <tools.ListingTools {...props} /> : <div className="min-h-80 border-t border-rule" />
}
