import { setTimeout as sleep } from 'node:timers/promises'

/** A batch as the API tells it. */
interface WireBatch {
  id: string
  state: string
  lines: {
    total: number
    done: number
    found: number
    failed: number
    unreadable: number
    left: number
    duplicates: number
  }
}

/** A client of the API that tries again for as long as the server is away. */
export function batchClient(url: () => string, key: string) {
  async function ask(method: string, path: string, body?: string, type = 'application/x-ndjson'): Promise<Response> {
    for (let tries = 0; ; tries++) {
      const init = { method, headers: { 'x-api-key': key, 'content-type': type }, ...(body !== undefined && { body }) }
      const answer = await fetch(`${url()}/api/batches${path}`, init).catch(() => null)
      if (answer && answer.status < 429) {
        if (answer.ok) return answer
        throw new Error(`${method} ${path} was answered ${answer.status}: ${await answer.text()}`)
      }
      if (tries === 10_000) throw new Error(`${method} ${path}: nobody answers`)
      await sleep(50)
    }
  }
  const read = async (method: string, path: string, body?: string) =>
    (await ask(method, path, body)).json() as Promise<WireBatch>

  return {
    make: (query: string) => read('POST', query, ''),
    put: (id: string, part: number, lines: string) => read('PUT', `/${id}/parts/${part}`, lines),
    start: (id: string) => read('POST', `/${id}/start`, ''),
    cancel: (id: string) => read('POST', `/${id}/cancel`, ''),
    get: (id: string) => read('GET', `/${id}`),
    /** The rows of a batch as they are, in pages; a page that breaks off is asked for again. */
    async *rows(id: string): AsyncGenerator<{ line: number; status: string; listing: { place_id: string } | null }> {
      for (let after = 0; ; ) {
        const text = await ask('GET', `/${id}/results?after=${after}`).then((answer) => answer.text().catch(() => null))
        if (text === null) continue
        const page = JSON.parse(text)
        yield* page.results
        after = page.after
        if (page.last) return
      }
    },
    /** The whole file; how many bytes it has. */
    async file(id: string, format: string): Promise<number> {
      const { body } = await ask('GET', `/${id}/results?format=${format}`)
      let bytes = 0
      for await (const chunk of body ?? []) bytes += (chunk as Uint8Array).byteLength
      return bytes
    },
  }
}
