import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '@/server/trpc/router'

/** Calls the router's procedures, one in a request. */
export const routerClient = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })
