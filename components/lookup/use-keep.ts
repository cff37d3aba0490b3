'use client'

import type { inferRouterInputs } from '@trpc/server'
import { useCallback, useState } from 'react'
import { loadClient } from '@/components/trpc/load-client'
import type { AppRouter } from '@/server/trpc/router'

/** What is told of a lookup, search or conversion to be kept with the account. */
type Asked = inferRouterInputs<AppRouter>['recent']['add']

export type Keep = (asked: Asked) => void

/**
 * Keeps what is looked up with the account: identifiers, and no names or ratings.
 * @param isSignedIn whether there is an account; without one nothing is sent.
 * @returns the function, the same at every call; and how many it has kept, for those who show them.
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
