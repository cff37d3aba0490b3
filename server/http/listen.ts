import type { Server } from 'node:http'
import { hostname } from 'node:os'

/** The error codes for a name or an address that does not belong to this machine. */
const elsewhere: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

/**
 * Starts to listen.
 * @param host an address or a name of this machine; an IPv6 address may have brackets. If it is not set, the server listens on
 *   all addresses. Shells and containers set it to the machine's own name, which means all addresses too.
 * @returns the URL to open.
 * @throws Error that says what to do.
 */
export async function listen(server: Server, port: number, host: string | undefined): Promise<string> {
  const wanted = addressIn(host)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toTold(error, port, host)))
    server.listen({ port, ...(wanted && { host: wanted }) }, resolve)
  })
  const address = server.address()
  const listeningOn = typeof address === 'object' && address ? address.port : port
  return urlAt(listeningOn, host)
}

/** Returns the URL to open for a server that listens on this port and host. */
export function urlAt(port: number, host: string | undefined): string {
  const address = addressIn(host)
  return `http://${address ? forUrl(address) : 'localhost'}:${port}`
}

/** Returns the one address to listen on, or undefined for all. */
const addressIn = (host: string | undefined) => (isOwnName(host) ? undefined : host?.replace(/^\[(.*)\]$/, '$1'))

const isOwnName = (host: string | undefined) => host?.toLowerCase() === hostname().toLowerCase()

const forUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

function toTold(error: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  const { code = '' } = error
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is in use. Set PORT to another one.`)
  if (!host || !elsewhere.has(code)) return error
  const choices =
    'Set it to an address of this machine, such as 127.0.0.1 or ::1, or leave it out to listen on all of them.'
  return new Error(`HOSTNAME=${host} is not an address of this machine. ${choices}`)
}
