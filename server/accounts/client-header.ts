import { networkOf } from '@/server/access/client'

/** The header that tells better-auth the caller's address. A value that the caller sent is discarded. */
export const clientHeader = 'x-pinref-client'

/** The network that a call to better-auth comes from. */
export const callingNetwork = (headers: Headers | undefined): string =>
  networkOf({ address: headers?.get(clientHeader) ?? 'local' })
