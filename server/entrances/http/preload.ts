/*
 * Route files load these modules on the first call that needs them. The processes of the node server import them before
 * they listen, so no call waits for them.
 */
import '@/server/entrances/trpc/listings/multicall'
import '@/server/metering/access/fixed-window'
