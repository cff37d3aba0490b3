import { isIP } from 'node:net'
import { env } from '@/server/env'

const longest = 2_048

/** The ports that callbacks may go to, besides those of `CALLBACK_PORTS`. */
const usualPorts = [443, 8443]

/** Names that never lead out of a machine or its network. */
const innerName = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|localdomain|home\.arpa)$/

const either = new Intl.ListFormat('en', { type: 'disjunction' })

/**
 * Reads the address of an endpoint.
 * @returns the address as it is stored, or what is wrong with it, in words. Whether the name leads to a public IP address is
 *   checked before each try, because it may change.
 */
export function parseEndpointAddress(text: string): { url: string } | { fault: string } {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : null
  if (url === null) return { fault: 'Send the whole address, such as https://example.com/pinref.' }
  if (url.protocol !== 'https:') return { fault: 'The address has to begin with https://.' }
  if (url.username || url.password) return { fault: 'Leave out the name and password: calls are signed instead.' }
  if (url.hash) return { fault: 'Leave out the part after “#”.' }
  if (url.href.length > longest) return { fault: `The address has at most ${longest.toLocaleString('en')} characters.` }
  const ports = [...usualPorts, ...env().CALLBACK_PORTS]
  if (url.port !== '' && !ports.includes(Number(url.port)))
    return { fault: `Use port ${either.format(ports.map(String))}.` }
  // One dot at its end is part of a full name.
  const host = url.hostname.replace(/\.$/, '')
  if (host.split('.').includes('')) return { fault: 'The host name has a dot too many.' }
  if (isIP(host.replace(/^\[|\]$/g, '')) !== 0) return { fault: 'Send a host name instead of an IP address.' }
  if (!host.includes('.') || innerName.test(host)) {
    return { fault: 'This name is only known inside a network. Send one that the public internet knows.' }
  }
  return { url: url.href }
}
