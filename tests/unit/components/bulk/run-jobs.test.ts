import { describe, expect, it } from 'vitest'
import type { Found, JobOutcome } from '@/components/bulk/outcome'
import { type Reply, runJobs } from '@/components/bulk/run-jobs'
import type { ErrorCode } from '@/server/platform/problems/errors'

const listing = { title: 'A', cid: '1' } as Found
const failing = (status: number, code: ErrorCode, retryAfterSeconds?: number): Reply => ({
  problem: { title: code, detail: code, status, code, ...(retryAfterSeconds && { retry_after: retryAfterSeconds }) },
})
const silence: Reply = { problem: { title: 'No response', detail: '' } }

/**
 * A server on a simulated clock, which advances whenever everything is waiting.
 * It records the requests and their times.
 */
class FakeServer {
  now = 0
  readonly requests: Array<{ job: number; atMs: number }> = []
  readonly outcomes = new Map<number, JobOutcome>()
  readonly controller = new AbortController()
  maxAtOnce = 0
  private under = 0
  private readonly waiting: Array<{ atMs: number; wake: () => void }> = []
  private ticking = false

  constructor(private readonly answer: (job: number, attempt: number) => Reply) {}

  run(jobs: number) {
    return runJobs({
      jobs: Array.from({ length: jobs }, (_, index) => index),
      signal: this.controller.signal,
      onOutcome: (job, outcome) => this.outcomes.set(job, outcome),
      wait: (ms) => this.wait(ms),
      ask: async (job) => {
        this.requests.push({ job, atMs: this.now })
        this.maxAtOnce = Math.max(this.maxAtOnce, ++this.under)
        await this.wait(20)
        this.under--
        return this.answer(job, this.requests.filter((call) => call.job === job).length)
      },
    })
  }

  states() {
    return [...this.outcomes].sort(([a], [b]) => a - b).map(([, { state }]) => state)
  }

  private wait(ms: number): Promise<void> {
    return new Promise((wake) => {
      this.waiting.push({ atMs: this.now + ms, wake })
      if (this.ticking) return
      this.ticking = true
      setImmediate(() => this.tick())
    })
  }

  private tick() {
    this.waiting.sort((a, b) => a.atMs - b.atMs)
    const next = this.waiting.shift()
    if (!next) {
      this.ticking = false
      return
    }
    this.now = next.atMs
    next.wake()
    setImmediate(() => this.tick())
  }
}

describe('runJobs', () => {
  it('does not reach the server’s burst limit, with at most six calls at a time', async () => {
    const server = new FakeServer(() => ({ listing }))
    expect(await server.run(600)).toBe('done')
    expect(server.requests).toHaveLength(600)
    const inTenSeconds = server.requests.map(
      ({ atMs }) => server.requests.filter((other) => other.atMs >= atMs && other.atMs < atMs + 10_000).length,
    )
    expect(Math.max(...inTenSeconds)).toBeLessThan(300)
    expect(server.maxAtOnce).toBeLessThanOrEqual(6)
  })

  it('does not retry a line whose listing is not found, and looks up the rest', async () => {
    const server = new FakeServer((job) => (job % 2 === 0 ? failing(404, 'listing_not_found') : { listing }))
    expect(await server.run(20)).toBe('done')
    expect(server.requests).toHaveLength(20)
    expect(server.states().filter((state) => state === 'failed')).toHaveLength(10)
  })

  it('retries a line after server errors, waiting twice as long each time', async () => {
    const server = new FakeServer((_, attempt) => (attempt < 4 ? failing(500, 'upstream_unavailable') : { listing }))
    expect(await server.run(1)).toBe('done')
    expect(server.states()).toEqual(['found'])
    const [a = 0, b = 0, c = 0, d = 0] = server.requests.map(({ atMs }) => atMs)
    expect([b - a, c - b, d - c].map((ms) => Math.floor(ms / 1000))).toEqual([1, 2, 4])
  })

  it('pauses all calls for about ten seconds after a 429, and loses no lines', async () => {
    const server = new FakeServer((job, attempt) =>
      job === 3 && attempt === 1 ? failing(429, 'too_many_requests') : { listing },
    )
    expect(await server.run(30)).toBe('done')
    expect(server.states().every((state) => state === 'found')).toBe(true)
    const gaps = server.requests.map(({ atMs }, index) => atMs - (server.requests[index - 1]?.atMs ?? atMs))
    expect(Math.max(...gaps)).toBeGreaterThan(9_000)
  })

  it('stops if the server asks for a long wait, and keeps lines without a response waiting', async () => {
    const later = failing(429, 'too_many_requests', 3_600)
    const server = new FakeServer((job) => (job < 5 ? { listing } : later))
    expect(await server.run(100)).toBe('tomorrow')
    expect(server.states().filter((state) => state !== 'found' && state !== 'waiting')).toEqual([])
    expect(server.requests.length).toBeLessThan(15)
  })

  it('stops when the quota is used up, and keeps lines without a response waiting', async () => {
    const server = new FakeServer((job) => (job < 5 ? { listing } : failing(429, 'free_quota_exhausted')))
    expect(await server.run(100)).toBe('limit')
    expect(server.states().filter((state) => state === 'found')).toHaveLength(5)
    expect(server.states().filter((state) => state !== 'found' && state !== 'waiting')).toEqual([])
    expect(server.requests.length).toBeLessThan(15)
  })

  it('stops when the account is suspended, and keeps lines without a response waiting', async () => {
    const server = new FakeServer((job) => (job < 5 ? { listing } : failing(403, 'account_suspended')))
    expect(await server.run(100)).toBe('suspended')
    expect(server.states().filter((state) => state !== 'found' && state !== 'waiting')).toEqual([])
    expect(server.requests.length).toBeLessThan(15)
  })

  it('stops when the connection is lost, and marks no line as failed', async () => {
    const server = new FakeServer((job) => (job < 3 ? { listing } : silence))
    expect(await server.run(100)).toBe('offline')
    expect(server.states()).not.toContain('failed')
    expect(server.requests.length).toBeLessThan(60)
  })

  it('stops when the server keeps failing, instead of trying every line', async () => {
    const server = new FakeServer(() => failing(500, 'store_unavailable'))
    expect(await server.run(1000)).toBe('trouble')
    expect(server.requests.length).toBeLessThan(60)
  })

  it('once canceled, keeps the results of calls in flight and makes no more calls', async () => {
    const server: FakeServer = new FakeServer((job) => {
      if (job === 4) server.controller.abort()
      return { listing }
    })
    expect(await server.run(100)).toBe('cancelled')
    expect(server.states().every((state) => state === 'found' || state === 'waiting')).toBe(true)
    expect(server.states().filter((state) => state === 'found')).toHaveLength(server.requests.length)
    expect(server.requests.length).toBeLessThan(15)
  })
})
