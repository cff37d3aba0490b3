import type { Server } from 'node:http'
import { hostname } from 'node:os'

/** The error codes for a name or an address that does not belong to this machine. */
const elsewhere: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'])

/**
 * Starts listening.
 * @param host one of this machine's addresses or names; an IPv6 address may have brackets. If omitted, the server
 *   listens on all addresses. The machine's own name, which shells and containers set, also means all addresses.
 * @returns the URL to open.
 * @throws Error with advice.
 */
export async function listen(server: Server, port: number, host: string | undefined): Promise<string> {
  const hostAddress = addressIn(host)
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(withAdvice(error, port, host)))
    server.listen({ port, ...(hostAddress && { host: hostAddress }) }, resolve)
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

/** Returns the address to listen on, or undefined for all addresses. */
const addressIn = (host: string | undefined) => (isOwnName(host) ? undefined : host?.replace(/^\[(.*)\]$/, '$1'))

const isOwnName = (host: string | undefined) => host?.toLowerCase() === hostname().toLowerCase()

const forUrl = (host: string) => (host.includes(':') ? `[${host}]` : host)

function withAdvice(error: NodeJS.ErrnoException, port: number, host: string | undefined): Error {
  const { code = '' } = error
  if (code === 'EADDRINUSE') return new Error(`Port ${port} is in use. Set PORT to another port.`)
  if (!host || !elsewhere.has(code)) return error
  const choices =
    'Set HOSTNAME to an address of this machine, such as 127.0.0.1 or ::1, or omit it to listen on all addresses.'
  return new Error(`HOSTNAME=${host} is not an address of this machine. ${choices}`)
}
