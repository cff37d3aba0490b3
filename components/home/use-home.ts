'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPC } from '@/components/trpc/client'

/** What somebody who is signed in comes back to. */
export function useHome() {
  const trpc = useTRPC()
  return useQuery(trpc.home.queryOptions())
}

/** A function that reads the home anew: what is looked up changes all of it. */
export function useReadHome(): () => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: trpc.home.queryKey() })
}

/** @param keptCount how many lookups were kept since the page was opened: with each the home is read anew. */
export function useHomeAfter(keptCount: number) {
  const home = useHome()
  const { refetch } = home
  useEffect(() => {
    if (keptCount > 0) void refetch()
  }, [keptCount, refetch])
  return home
}
