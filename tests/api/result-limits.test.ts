import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { Person } from '../support/person'
import { call, hosts, newVisitor } from './call'

async function keyWith(url: string): Promise<string> {
  const person = new Person(url, `results.${newVisitor()}@example.com`)
  person.origin = 'https://pinref.example'
  expect((await person.signUp()).status).toBe(200)
  return (await person.procedure('keys.create', { name: 'Results' })).key
}

const get = (url: string, key: string, path: string) =>
  call(url, `batches${path}`, undefined, { method: 'GET', headers: { 'x-api-key': key } })

/** Makes a batch from lines that cannot be read, each with almost 8,000 characters, and waits until it has finished. */
async function longBatch(url: string, key: string, lines: number): Promise<string> {
  const headers = { 'x-api-key': key, 'content-type': 'application/x-ndjson' }
  const { id } = (await call(url, 'batches?details=none', undefined, { raw: '', headers })).body
  for (let first = 0, part = 1; first < lines; first += 500, part++) {
    const own = Array.from({ length: Math.min(500, lines - first) }, (_, at) => JSON.stringify(lineOf(first + at)))
    const path = `batches/${id}/parts/${part}`
    expect((await call(url, path, undefined, { method: 'PUT', raw: own.join('\n'), headers })).status).toBe(200)
  }
  await call(url, `batches/${id}/start`, undefined, { raw: '', headers })
  for (let turn = 0; turn < 600; turn++) {
    if ((await get(url, key, `/${id}`)).body.state === 'finished') return id
    await sleep(50)
  }
  throw new Error(`batch ${id} does not finish`)
}

const lineOf = (index: number) => `${index} `.padEnd(7_900, 'x')

describe.each(hosts)('the results of a batch with long lines, on the $host', ({ url }) => {
  const lines = 2_500
  let key: string
  let id: string
  beforeAll(async () => {
    key = await keyWith(url)
    id = await longBatch(url, key, lines)
  })

  test('are returned in pages of at most 1 MiB, with each line once and in order', async () => {
    let after = lines - 400
    for (let isLast = false; !isLast; ) {
      const { body, text } = await get(url, key, `/${id}/results?after=${after}`)
      // The page is slightly larger than the total of its lines.
      expect(text.length).toBeLessThan(1_100_000)
      isLast = body.next === null
      if (!isLast) expect(body.results.length).toBeGreaterThan(100)
      for (const { row, input } of body.results) {
        after += 1
        expect([row, input]).toEqual([after, lineOf(after - 1)])
      }
      if (!isLast) expect(body.next).toBe(String(after))
    }
    expect(after).toBe(lines)
  })

  test('are returned in pages of one line if the caller requests that', async () => {
    const one = await get(url, key, `/${id}/results?limit=1&after=7`)
    expect([one.body.results.length, one.body.next]).toEqual([1, '8'])
  })

  test.each(['state=found', 'code=internal_error', `q=${'x'.repeat(199)}y`])(
    'omit lines that do not match the filter, page by page: %s',
    async (filter) => {
      const read: number[] = []
      for (let next: string | null = '0'; next !== null; ) {
        read.push(Number(next))
        const { body } = await get(url, key, `/${id}/results?${filter}&after=${next}`)
        expect(body.results).toEqual([])
        next = body.next
      }
      // The batch's lines total 20 MB, which is too much to read for one page.
      expect(read.length).toBeGreaterThan(1)
      expect(read).toEqual([...new Set(read)].sort((a, b) => a - b))
    },
  )

  test('can be searched for literal text, which is rejected if it is too long', async () => {
    const found = await get(url, key, `/${id}/results?q=2499%20XX&after=2400`)
    expect(found.body.results.map(({ row }: { row: number }) => row)).toEqual([2_500])
    for (const q of ['x'.repeat(201), 'x'.repeat(10_000)]) {
      const { status, body } = await get(url, key, `/${id}/results?q=${q}`)
      expect([status, body.code, body.detail]).toEqual([400, 'invalid_request', expect.stringContaining('Send q as')])
    }
  })

  test('can be downloaded three files at a time per account, and one more once a download has ended', async () => {
    const other = await keyWith(url)
    const otherId = await longBatch(url, other, 3)
    const leaving = Array.from({ length: 3 }, () => new AbortController())
    const fetchFile = (signal: AbortSignal | null = null) =>
      fetch(`${url}/api/batches/${id}/results.jsonl`, { headers: { 'x-api-key': key }, signal })
    // These responses are not read, and are too large to be buffered whole.
    for (const { signal } of leaving) expect((await fetchFile(signal)).status).toBe(200)
    const fourth = await get(url, key, `/${id}/results.csv`)
    expect(fourth).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(fourth.headers.get('retry-after')).toBe('5')
    expect((await get(url, other, `/${otherId}/results.csv`)).text.trim().split('\r\n')).toHaveLength(4)
    leaving[0]?.abort()
    let file: Response | undefined
    await expect
      .poll(async () => {
        file = await fetchFile()
        return file.status
      })
      .toBe(200)
    for (const { abort } of leaving.map((one) => ({ abort: () => one.abort() }))) abort()
    expect((await file?.text())?.trim().split('\n')).toHaveLength(lines)
  })

  test('are rejected with 429 when too many pages are requested at once, and another account’s results are not', async () => {
    const other = await keyWith(url)
    const otherId = await longBatch(url, other, 3)
    const pages = Array.from({ length: 60 }, () => get(url, key, `/${id}/results`))
    expect((await get(url, other, `/${otherId}/results`)).status).toBe(200)
    const answers = await Promise.all(pages)
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(20)
    for (const { headers, body } of refused) {
      expect([body.code, headers.get('retry-after')]).toEqual(['too_many_requests', '5'])
    }
    const read = answers.filter(({ status }) => status === 200)
    expect(read.length + refused.length).toBe(60)
    expect(read.length).toBeGreaterThan(1)
  })
})
