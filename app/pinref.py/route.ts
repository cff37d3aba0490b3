import client from '@/clients/python/pinref/__init__.py'
import { atAddress } from '@/components/docs/samples/clients'
import { env } from '@/server/platform/settings/env'

// The server's address depends on the environment at run time, not at build time.
export const dynamic = 'force-dynamic'

/** Returns the Python client, set to this server's address. */
export const GET = (): Response =>
  new Response(atAddress(client, env().APP_URL), { headers: { 'content-type': 'text/plain; charset=utf-8' } })
