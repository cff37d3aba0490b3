'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { TRPCClientErrorLike } from '@trpc/client'
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import { createTRPCContext } from '@trpc/tanstack-react-query'
import { type ReactNode, useState } from 'react'
import type { AppRouter } from '@/server/entrances/trpc/router'
import { routerClient } from './router-client'

const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>()

export { useTRPC, useTRPCClient }

export type Inputs = inferRouterInputs<AppRouter>
export type Outputs = inferRouterOutputs<AppRouter>
export type CallError = TRPCClientErrorLike<AppRouter>

/** Provides the tRPC client. Calls made offline fail immediately instead of waiting for a network. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(
    () =>
      new QueryClient({
        defaultOptions: { queries: { networkMode: 'always', retry: false }, mutations: { networkMode: 'always' } },
      }),
  )
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={routerClient} queryClient={queryClient}>
        {children}
      </TRPCProvider>
    </QueryClientProvider>
  )
}
