import { createHash, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BatchSums } from '@/server/features/batches/batch'
import type { Row } from '@/server/features/lists/row'

/** A batch as the API returns it. */
export interface WireBatch extends BatchSums {
  id: string
  state: string
}

/** An account's usage this month as the API returns it. */
interface WireUsage {
  used: number
  operation_counts: Array<{ operation: string; succeeded: number; failed: number }>
}

/** A batch API client. */
export type BatchClient = ReturnType<typeof batchClient>

/** The number of times that a call is sent before the client gives up. */
const maxTries = 10_000
const pauseMs = 50

/**
 * Makes an API client that retries while the server is down.
 * @param url returns a running server's address.
 */
export function batchClient(url: () => string, key: string) {
  async function ask(
    method: string,
    path: string,
    body?: string,
    more: Record<string, string> = {},
  ): Promise<Response> {
    const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson', ...more }
    for (let tries = 0; tries < maxTries; tries++) {
      const init = { method, headers, ...(body !== undefined && { body }) }
      const answer = await fetch(`${url()}/api${path}`, init).catch(() => null)
      if (answer?.ok) return answer
      if (answer && answer.status < 429) {
        throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
      }
      await sleep(pauseMs)
    }
    throw new Error(`${method} ${path}: nobody answers`)
  }

  /** Reads a response's JSON. Retries if the response is cut off. */
  async function read<T>(...request: Parameters<typeof ask>): Promise<T> {
    for (;;) {
      const text = await (await ask(...request)).text().catch(() => null)
      if (text !== null) return JSON.parse(text) as T
    }
  }

  const get = (id: string) => read<WireBatch>('GET', `/batches/${id}`)
  return {
    get,
    /** Makes a batch and sends its lines in parts. @param parts from `partsOf`. */
    async send(query: string, parts: Iterable<string>): Promise<string> {
      const once = { 'idempotency-key': randomUUID() }
      const { id } = await read<WireBatch>('POST', `/batches?${query}`, '', once)
      let part = 0
      for (const text of parts) await read('PUT', `/batches/${id}/parts/${++part}`, text)
      return id
    },
    start: (id: string) => read<WireBatch>('POST', `/batches/${id}/start`, ''),
    cancel: (id: string) => read<WireBatch>('POST', `/batches/${id}/cancel`, ''),
    /** Waits until a batch is as expected. @throws Error if it reaches another final state. */
    async until(id: string, isSo: (batch: WireBatch) => boolean): Promise<WireBatch> {
      for (;;) {
        const batch = await get(id)
        if (isSo(batch)) return batch
        if (['finished', 'cancelled', 'failed'].includes(batch.state)) throw new Error(`${id} is ${batch.state}`)
        await sleep(4 * pauseMs)
      }
    },
    /** Yields a batch's rows, reading them in pages. */
    async *rows(id: string): AsyncGenerator<Row> {
      for (let after = '0'; ; ) {
        const page = await read<{ results: Row[]; next: string | null }>('GET', `/batches/${id}/results?after=${after}`)
        yield* page.results
        if (page.next === null) return
        after = page.next
        if (page.results.length === 0) throw new Error(`the rows of ${id} end at ${after}`)
      }
    },
    /** Fetches the whole file and returns its size in bytes and its digest. */
    async file(id: string, format: string): Promise<{ bytes: number; digest: string }> {
      const { body } = await ask('GET', `/batches/${id}/results.${format}`)
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of body ?? []) {
        hash.update(chunk as Uint8Array)
        bytes += (chunk as Uint8Array).byteLength
      }
      return { bytes, digest: hash.digest('hex') }
    },
    usage: () => read<WireUsage>('GET', '/usage'),
  }
}
