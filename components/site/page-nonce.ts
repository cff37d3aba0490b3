import { headers } from 'next/headers'

/** Returns the nonce that the page's policy requires of scripts, from where Next takes it too: see `proxy.ts`. */
export const pageNonce = async (): Promise<string | undefined> =>
  /'nonce-([^']+)'/.exec((await headers()).get('content-security-policy') ?? '')?.[1]
