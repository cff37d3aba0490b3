import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '@/server/entrances/trpc/router'

/** Calls the router's procedures, one per request. */
export const routerClient = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })
