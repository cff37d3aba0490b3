import { Writable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LineQueue } from '@/server/platform/observability/logger'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const limits = { length: 100, waitMs: 500 }

/** Makes an output that is read immediately or never. */
function output({ read }: { read: boolean }) {
  const written: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write(chunk, _encoding, done) {
      written.push(chunk)
      if (read) done()
    },
  })
  return { stream, written }
}

test('lines are written together once there are enough of them', () => {
  const { stream, written } = output({ read: true })
  const queue = new LineQueue(stream, limits, () => {})
  for (let line = 0; line < 10; line++) queue.write(`line ${line} of ten\n`)
  expect(written).toHaveLength(1)
  expect(written[0]).toMatch(/^line 0 .*\nline 1 /)
})

test('a single line is written soon, even without more lines', () => {
  const { stream, written } = output({ read: true })
  const queue = new LineQueue(stream, limits, () => {})
  queue.write('alone\n')
  expect(written).toEqual([])
  vi.advanceTimersByTime(500)
  expect(written).toEqual(['alone\n'])
  queue.write('again\n')
  vi.advanceTimersByTime(500)
  expect(written).toEqual(['alone\n', 'again\n'])
})

test('a flush writes the waiting lines', async () => {
  const { stream, written } = output({ read: true })
  const queue = new LineQueue(stream, limits, () => {})
  queue.write('last\n')
  await queue.flush()
  expect(written).toEqual(['last\n'])
})

test('an output that no one reads uses bounded memory and does not delay the exit', async () => {
  const { stream } = output({ read: false })
  const dropped = vi.fn()
  const queue = new LineQueue(stream, limits, dropped)
  const line = `${'x'.repeat(1_023)}\n`
  for (let kilobytes = 0; kilobytes < 20 * 1_024; kilobytes++) queue.write(line)
  expect(stream.writableLength).toBeLessThan(9 * 1_024 * 1_024)
  expect(dropped).toHaveBeenCalled()
  const flushed = queue.flush()
  await vi.advanceTimersByTimeAsync(2_000)
  await flushed
})
