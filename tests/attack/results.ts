import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from './target'

/** Returns the id of a finished batch of this many long lines. */
export async function finishedBatch({ url }: Target, key: string, lines: number, lineLength: number): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' }
  const ask = async (method: string, path: string, body?: string) => {
    const response = await fetch(`${url}/api/batches${path}`, { method, headers, ...(body !== undefined && { body }) })
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${await response.text()}`)
    return response.json() as Promise<{ id: string; state: string }>
  }
  const { id } = await ask('POST', '?details=none', '')
  const lot = Math.floor(3_900_000 / (lineLength + 3))
  for (let first = 0, part = 1; first < lines; first += lot, part++) {
    const own = Array.from({ length: Math.min(lot, lines - first) }, (_, at) =>
      JSON.stringify(`ChIJ3S-JXmauEmsRUcIaWtf4MzE ${first + at} ${'x'.repeat(lineLength - 40)}`),
    )
    await ask('PUT', `/${id}/parts/${part}`, own.join('\n'))
  }
  await ask('POST', `/${id}/start`, '')
  while ((await ask('GET', `/${id}`)).state !== 'finished') await sleep(100)
  return id
}

/**
 * Makes calls over several connections for some time, each as soon as the previous call is answered. Waits for a second
 * after a rejection.
 * @param pauseMs how long to wait after every other response.
 * @returns the count of each status (0 for no response), how many responses with status 429 have no `Retry-After`, the
 *   longest time until a response in milliseconds, and the number of bytes.
 */
export async function keepReading(
  { url }: Target,
  key: string,
  path: string,
  connections: number,
  ms: number,
  pauseMs = 0,
) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const statuses: Record<number, number> = {}
  let withoutRetryAfter = 0
  let longestMs = 0
  let bytes = 0
  const until = performance.now() + ms
  const once = () =>
    new Promise<number>((resolve) => {
      const startedMs = performance.now()
      const call = request(`${url}${path}`, { agent, headers: { 'x-api-key': key } }, (response) => {
        longestMs = Math.max(longestMs, performance.now() - startedMs)
        if (response.statusCode === 429 && !response.headers['retry-after']) withoutRetryAfter += 1
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength
          if (performance.now() > until) call.destroy()
        })
        response.once('close', () => resolve(response.statusCode ?? 0))
      })
      call.once('error', () => resolve(0))
      call.end()
    })
  const keepCalling = async () => {
    while (performance.now() < until) {
      const status = await once()
      statuses[status] = (statuses[status] ?? 0) + 1
      // Without the wait, this would measure mostly rejections.
      await sleep(status === 429 ? 1_000 : pauseMs)
    }
  }
  await Promise.all(Array.from({ length: connections }, keepCalling))
  agent.destroy()
  return { statuses, withoutRetryAfter, longestMs, megabytes: Math.round(bytes / 1024 / 1024) }
}
