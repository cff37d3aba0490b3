import type { IncomingMessage } from 'node:http'
import { type Client, clientBehindProxies, clientHeader } from '@/server/metering/access/client'
import { isForSite } from './handle-api'
import { apiListener, type Listener } from './node-host'

/**
 * Returns a listener for the requests that workers forward to a site process. The listener handles the calls that need
 * a session or a grant, and passes all others to `pages`. Only workers can connect, so the caller's address in the
 * header comes from them.
 */
export function siteHost(pages: Listener): Listener {
  const calls = apiListener(clientOf, () => false)
  return (incoming, outgoing) => {
    if (!isForSite(incoming.url ?? '')) return pages(incoming, outgoing)
    // The response's time limits must not close an idle connection, over which a worker may be sending the next call.
    outgoing.once('close', () => incoming.socket.setTimeout(0))
    calls(incoming, outgoing)
  }
}

const clientOf = ({ headers }: IncomingMessage): Client =>
  clientBehindProxies(headers[clientHeader]?.toString() ?? null, null, 0)
