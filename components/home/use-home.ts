'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTRPC } from '@/components/trpc/client'

/** Returns the signed-in user's home data. */
export function useHome() {
  const trpc = useTRPC()
  return useQuery(trpc.home.queryOptions())
}

/** Returns a function that refetches the home data, because each lookup changes all of it. */
export function useReadHome(): () => Promise<void> {
  const trpc = useTRPC()
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: trpc.home.queryKey() })
}

/**
 * Returns the home data and refetches it after each lookup that is stored.
 * @param storedCount how many lookups have been stored since the page was opened.
 */
export function useHomeAfter(storedCount: number) {
  const home = useHome()
  const { refetch } = home
  useEffect(() => {
    if (storedCount > 0) void refetch()
  }, [storedCount, refetch])
  return home
}
