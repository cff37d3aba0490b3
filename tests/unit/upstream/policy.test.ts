import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FailureKind, UpstreamFailure } from '@/server/places/upstream/failure'
import { type Lookup, withinDeadline } from '@/server/places/upstream/lookup'
import { createUpstream, type UpstreamOptions } from '@/server/places/upstream/policy'
import { PinrefError } from '@/server/platform/problems/errors'
import { lookupOf } from '../../support/lookup'

const patient = () => lookupOf()
/** Makes an upstream that runs each piece of work in one turn. */
function upstream(more: Partial<UpstreamOptions> = {}) {
  const run = createUpstream({ name: 'Test', slots: slots(4, 4), timeoutMs: 8_000, ...more })
  return <T>(work: (signal: AbortSignal) => Promise<T>, lookup: Lookup) =>
    run(({ signal }, inTurn) => inTurn(() => work(signal)), lookup)
}
const slots = (concurrency: number, queue: number) => ({ concurrency, queue, perCaller: concurrency })
const failing = (kind: FailureKind) => vi.fn(async () => Promise.reject(new UpstreamFailure(kind)))
const fine = vi.fn(async () => 'fine')
const log = vi.spyOn(process.stderr, 'write')

beforeEach(() => {
  fine.mockClear()
  log.mockReset().mockReturnValue(true)
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21) })
})

afterEach(() => vi.useRealTimers())

/** Runs failing work until the circuit is open. */
async function open(run: ReturnType<typeof upstream>) {
  for (let time = 0; time < 6; time++) await expect(run(failing('bad_answer'), patient())).rejects.toThrow()
}

describe('a retry', () => {
  test.each<FailureKind>(['unreachable', 'server_error', 'quota_minute'])(
    'happens once after %s, with a short delay',
    async (kind) => {
      const work = failing(kind)
      const outcome = expect(upstream()(work, patient())).rejects.toMatchObject({ kind })
      await vi.advanceTimersByTimeAsync(99)
      expect(work).toHaveBeenCalledOnce()
      await vi.advanceTimersByTimeAsync(500)
      await outcome
      expect(work).toHaveBeenCalledTimes(2)
    },
  )

  test('may succeed', async () => {
    const work = failing('unreachable').mockResolvedValueOnce('answer' as never)
    const result = upstream()(vi.fn(fine).mockRejectedValueOnce(new UpstreamFailure('server_error')), patient())
    await vi.advanceTimersByTimeAsync(500)
    expect(await result).toBe('fine')
    expect(await upstream()(work, patient())).toBe('answer')
    expect(work).toHaveBeenCalledOnce()
  })

  test.each<FailureKind>(['quota_day', 'misconfigured', 'bad_answer', 'wrong_answer', 'spent'])(
    'never happens after %s',
    async (kind) => {
      const work = failing(kind)
      await expect(upstream()(work, patient())).rejects.toMatchObject({ kind })
      expect(work).toHaveBeenCalledOnce()
    },
  )

  test('never happens after an error response or a bug in Pinref', async () => {
    for (const error of [new PinrefError('listing_not_found', 'Gone.'), new TypeError('ours')]) {
      const work = vi.fn(async () => Promise.reject(error))
      await expect(upstream()(work, patient())).rejects.toBe(error)
      expect(work).toHaveBeenCalledOnce()
    }
  })

  test('does not happen if the caller has disconnected', async () => {
    const caller = new AbortController()
    const work = failing('unreachable')
    const outcome = expect(upstream()(work, lookupOf({ signal: caller.signal }))).rejects.toThrow()
    await vi.advanceTimersByTimeAsync(50)
    caller.abort()
    await vi.advanceTimersByTimeAsync(500)
    await outcome
    expect(work).toHaveBeenCalledOnce()
  })
})

describe('the circuit', () => {
  test('opens after repeated failures, rejects calls immediately, probes once, and closes', async () => {
    const run = upstream()
    await open(run)
    await expect(run(fine, patient())).rejects.toMatchObject({ code: 'upstream_unavailable', kind: 'circuit_open' })
    expect(fine).not.toHaveBeenCalled()

    vi.setSystemTime(Date.now() + 2_000)
    const tries = Promise.allSettled(Array.from({ length: 5 }, () => run(fine, patient())))
    expect((await tries).filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(fine).toHaveBeenCalledOnce()
    expect(await run(fine, patient())).toBe('fine')
  })

  test('remains open if the probe fails', async () => {
    const run = upstream()
    await open(run)
    vi.setSystemTime(Date.now() + 2_000)
    await expect(run(failing('bad_answer'), patient())).rejects.toMatchObject({ kind: 'bad_answer' })
    await expect(run(fine, patient())).rejects.toMatchObject({ kind: 'circuit_open' })
    vi.setSystemTime(Date.now() + 1_999)
    await expect(run(fine, patient())).rejects.toMatchObject({ kind: 'circuit_open' })
    vi.setSystemTime(Date.now() + 1)
    expect(await run(fine, patient())).toBe('fine')
  })

  test('reports calls that succeed, and that it is open until the probe succeeds, despite a late success', async () => {
    const onState = vi.fn()
    const run = upstream({ onState })
    expect(await run(fine, patient())).toBe('fine')
    let succeed = () => {}
    const late = run(() => new Promise<void>((resolve) => (succeed = resolve)), patient())
    await open(run)
    succeed()
    await late
    vi.setSystemTime(Date.now() + 2_000)
    await expect(run(failing('bad_answer'), patient())).rejects.toThrow()
    vi.setSystemTime(Date.now() + 2_000)
    expect(await run(fine, patient())).toBe('fine')
    expect(onState.mock.calls).toEqual([['ok'], ['unavailable'], ['unavailable'], ['ok']])
  })

  test('remains open if the probe’s caller disconnects, which proves nothing', async () => {
    const run = upstream()
    await open(run)
    vi.setSystemTime(Date.now() + 2_000)
    const caller = new AbortController()
    const tried = run(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      lookupOf({ signal: caller.signal }),
    )
    await vi.advanceTimersByTimeAsync(1)
    caller.abort()
    await expect(tried).rejects.toMatchObject({ kind: 'left' })
    await expect(run(fine, patient())).rejects.toMatchObject({ kind: 'circuit_open' })
  })

  test('opens when calls time out, at the upstream’s deadline or the request’s deadline', async () => {
    const hangs = (signal: AbortSignal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
    for (const request of [8_000, 1_000]) {
      const run = upstream({ timeoutMs: 2_000, slots: slots(6, 4) })
      const all = Promise.allSettled(
        Array.from({ length: 6 }, () => withinDeadline(request, patient(), (limited) => run(hangs, limited))),
      )
      await vi.advanceTimersByTimeAsync(2_000)
      for (const outcome of await all) expect(outcome).toMatchObject({ reason: { kind: 'timeout' } })
      await expect(run(fine, patient())).rejects.toMatchObject({ kind: 'circuit_open' })
    }
  })

  test.each([
    ['answers about one listing that make no sense', new UpstreamFailure('wrong_answer')],
    ['listings that do not exist', new PinrefError('listing_not_found', 'Gone.')],
    ['links that name no listing', new PinrefError('no_listing_in_link', 'A route.')],
    ['our own cap', new UpstreamFailure('spent')],
    ['bugs in Pinref', new TypeError('a bug')],
  ])('does not open on %s', async (_, error) => {
    const run = upstream()
    for (let time = 0; time < 30; time++) await expect(run(() => Promise.reject(error), patient())).rejects.toBe(error)
    expect(await run(fine, patient())).toBe('fine')
  })

  test.each([
    ['links that cannot be reached', new PinrefError('link_unreachable', 'No.')],
    ['being blocked', new PinrefError('upstream_blocked', 'No.')],
    ['a quota that is used up', new UpstreamFailure('quota_day')],
    ['a key that is refused', new UpstreamFailure('misconfigured')],
  ])('opens on %s', async (_, error) => {
    const run = upstream()
    for (let time = 0; time < 6; time++) await expect(run(() => Promise.reject(error), patient())).rejects.toBe(error)
    await expect(run(fine, patient())).rejects.toMatchObject({ kind: 'circuit_open' })
  })

  test('does not open on occasional failures', async () => {
    const run = upstream()
    for (let time = 0; time < 40; time++) {
      await expect(run(failing('bad_answer'), patient())).rejects.toMatchObject({ kind: 'bad_answer' })
      await run(fine, patient())
      await run(fine, patient())
    }
  })

  test('does not open when calls time out while waiting in the queue', async () => {
    const run = upstream({ timeoutMs: 1_000, slots: slots(1, 100) })
    const slow = (signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        setTimeout(resolve, 300)
        signal.addEventListener('abort', () => reject(signal.reason))
      })
    const all = Promise.allSettled(Array.from({ length: 50 }, () => run(slow, patient())))
    await vi.advanceTimersByTimeAsync(2_000)
    const kinds = (await all).map((one) => (one.status === 'fulfilled' ? 'answered' : one.reason.kind))
    expect(kinds).toEqual([...Array(3).fill('answered'), ...Array(47).fill('busy')])
    expect(await run(fine, patient())).toBe('fine')
  })

  test('is separate for each upstream', async () => {
    await open(upstream())
    expect(await upstream()(fine, patient())).toBe('fine')
  })

  test('keeps queued calls from being sent after it opens', async () => {
    const run = upstream({ slots: slots(1, 7) })
    const slow = () => new Promise((_, reject) => setTimeout(() => reject(new UpstreamFailure('bad_answer')), 1_000))
    const all = Promise.allSettled([...Array.from({ length: 7 }, () => run(slow, patient())), run(fine, patient())])
    await vi.advanceTimersByTimeAsync(7_000)
    expect((await all).at(-1)).toMatchObject({ reason: { kind: 'circuit_open' } })
    expect(fine).not.toHaveBeenCalled()
  })
})

describe('the operator’s log', () => {
  test('mentions faults that only an operator can fix, at most once a minute, and an open circuit', async () => {
    const run = upstream()
    const lines = () => log.mock.calls.map(([line]) => JSON.parse(String(line)).message)
    const refuse = () => Promise.reject(new UpstreamFailure('misconfigured', new Error('API_KEY_INVALID')))
    for (let time = 0; time < 5; time++) await expect(run(refuse, patient())).rejects.toThrow()
    expect(lines()).toEqual(['Test: misconfigured'])
    expect(String(log.mock.calls[0]?.[0])).toContain('API_KEY_INVALID')
    vi.setSystemTime(Date.now() + 60_000)
    await expect(run(refuse, patient())).rejects.toThrow()
    expect(lines().slice(1).sort()).toEqual(['Test: misconfigured', expect.stringContaining('most calls fail')])
  })

  test('does not mention temporary faults', async () => {
    await expect(upstream()(failing('bad_answer'), patient())).rejects.toThrow()
    await expect(upstream()(failing('wrong_answer'), patient())).rejects.toThrow()
    expect(log).not.toHaveBeenCalled()
  })

  test('has a warning, not an error, while the operator’s own cap is reached', async () => {
    for (const _ of [1, 2]) await expect(upstream()(failing('spent'), patient())).rejects.toThrow()
    const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)))
    expect(lines[0]).toMatchObject({ level: 'warn', message: 'Test: the cap on calls to Google is reached' })
    expect(lines.map(({ level }) => level)).not.toContain('error')
  })
})
