import { router } from '@/server/entrances/trpc/init'
import { listingsRouter } from '@/server/entrances/trpc/listings/router'
import { serveRouter } from './served-router'

/**
 * The operations that nearly all calls are for. Where each caller may have to wait for a process to start, the others are
 * loaded on the first call that needs them, because all of them together take much longer.
 */
export const { operationAt: lookupAt } = serveRouter(router({ listings: listingsRouter }))
