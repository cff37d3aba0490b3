'use client'

import { lazy, type ReactNode, Suspense } from 'react'

const ApiProvider = lazy(() => import('./client').then(({ ApiProvider }) => ({ default: ApiProvider })))

/** Provides the tRPC client on pages that most visitors read without it. It is loaded only when this is rendered. */
export const LazyApiProvider = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <ApiProvider>{children}</ApiProvider>
  </Suspense>
)
