'use client'

import { lazy, type ReactNode, Suspense } from 'react'

const ApiProvider = lazy(() => import('./client').then(({ ApiProvider }) => ({ default: ApiProvider })))

/**
 * Provides the tRPC client on pages where most visitors don't need it. The client is loaded only when this component is
 * rendered.
 */
export const LazyApiProvider = ({ children }: { children: ReactNode }) => (
  <Suspense>
    <ApiProvider>{children}</ApiProvider>
  </Suspense>
)

/** Loads the tRPC client with its first call, because most visitors to the start page make none. */
export const loadClient = () => import('./router-client').then(({ routerClient }) => routerClient)
