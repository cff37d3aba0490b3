'use client'

import type { inferRouterInputs } from '@trpc/server'
import { useCallback, useState } from 'react'
import { loadClient } from '@/components/trpc/load-client'
import type { AppRouter } from '@/server/trpc/router'

/** A lookup, search or conversion to keep with the account. */
type Asked = inferRouterInputs<AppRouter>['recent']['add']

export type Keep = (asked: Asked) => void

/**
 * Keeps lookups with the account: identifiers, but no names or ratings.
 * @param isSignedIn whether there is an account; without one nothing is sent.
 * @returns the function, the same at every call, and how many lookups it has kept.
 */
export function useKeep(isSignedIn: boolean): { keep: Keep; keptCount: number } {
  const [keptCount, setKeptCount] = useState(0)
  const keep = useCallback(
    (asked: Asked) => {
      if (!isSignedIn) return
      loadClient()
        .then((client) => client.recent.add.mutate(asked))
        .then(
          () => setKeptCount((count) => count + 1),
          () => {},
        )
    },
    [isSignedIn],
  )
  return { keep, keptCount }
}
