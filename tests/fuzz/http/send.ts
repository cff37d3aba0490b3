import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import type { WireAnswer } from '../../support/documented-answers'
import type { FuzzedRequest } from './requests'

export const agent = new Agent({ keepAlive: true, maxSockets: 32 })

/** Sends a request unchanged and reads the whole response. @throws if there is none. */
export function send(url: string, { method, path, headers, body }: FuzzedRequest): Promise<WireAnswer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const length = { 'content-length': String(body.length) }
    const sent = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (response) => {
      // Next compresses a response for every client that accepts gzip, even with “*”.
      const isPacked = response.headers['content-encoding'] === 'gzip'
      text(isPacked ? response.pipe(createGunzip()) : response).then(
        (read) => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: read }),
        reject,
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })
}

/** Returns a request as a curl command. */
export function asCurl(url: string, { method, path, headers, body }: FuzzedRequest): string {
  const quoted = (value: string) => `'${value.replaceAll("'", "'\\''")}'`
  const headerOptions = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const data =
    body.length > 200 ? `${body.length} bytes beginning ${body.toString('latin1', 0, 60)}` : body.toString('latin1')
  return `curl -i --path-as-is -X ${method} ${quoted(url + path)} ${headerOptions.join(' ')} --data-binary ${quoted(data)}`
}
