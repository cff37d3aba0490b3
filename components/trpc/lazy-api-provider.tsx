'use client'

import { lazy, type ReactNode, Suspense } from 'react'

const ApiProvider = lazy(() => import('./client').then(({ ApiProvider }) => ({ default: ApiProvider })))

/** The provider of the tRPC client on pages that most visitors read without it: it is loaded where it is drawn. */
export const LazyApiProvider = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <ApiProvider>{children}</ApiProvider>
  </Suspense>
)
