import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import { type Client, clientBehindProxies, clientHeader, networkOf } from '@/server/metering/access/client'
import { Turns } from '@/server/platform/runtime/turns'
import { answerCall, callRouteOf, isForSite } from './handle-api'
import { NodeCall, sendAnswer } from './node-call'
import { apiListener, belowApi, type Listener } from './node-host'

/**
 * Returns a listener for the requests that workers forward to a site process. The listener handles the calls that need
 * a session or a grant, and passes all others to `pages`. Only workers can connect, so the caller's address in the
 * header comes from them.
 */
export function siteHost(pages: Listener): Listener {
  const calls = apiListener(clientOf, () => false)
  return (incoming, outgoing) => {
    const { url = '' } = incoming
    if (url.startsWith('/_next/static/')) return pages(incoming, outgoing)
    const route = callRouteOf(url)
    if (!route && !isForSite(url)) return void renderInTurn(pages, incoming, outgoing)
    // The response's time limits must not close an idle connection, over which a worker may be sending the next call.
    outgoing.once('close', () => incoming.socket.setTimeout(0))
    if (!route) return calls(incoming, outgoing)
    const call = new NodeCall(incoming, outgoing, belowApi(url), clientOf)
    void answerCall(call, route).then((answer) => sendAnswer(outgoing, answer, false))
  }
}

const clientOf = ({ headers }: IncomingMessage): Client =>
  clientBehindProxies(headers[clientHeader]?.toString() ?? null, null, 0)

/** Rendering a page takes as long as dozens of calls, so calls wait for at most two pages. Networks take turns. */
const pageTurns = new Turns({ most: 2, each: 2, waiting: 0, waitMs: 0, rest: 0 })

/** How often to check whether a page still needs the processor, in milliseconds. */
const checkMs = 100

async function renderInTurn(pages: Listener, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const left = new AbortController()
  outgoing.once('close', () => left.abort())
  const wait = { signal: left.signal, isPatient: true }
  const endTurn = await pageTurns.take(networkOf(clientOf(incoming)), wait).catch(() => null)
  if (endTurn === null) return
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before)
    before = performance.eventLoopUtilization()
    // If the event loop is idle, the page is waiting for something else, such as Google.
    if (outgoing.writableEnded || utilization < 0.5) endTurn()
  }, checkMs)
  outgoing.once('close', () => {
    clearInterval(timer)
    endTurn()
  })
  pages(incoming, outgoing)
}
