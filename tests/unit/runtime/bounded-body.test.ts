import { describe, expect, test } from 'vitest'
import { BoundedBody, readBounded, readRequestBytes, readRequestText } from '@/server/platform/runtime/bounded-body'

const url = 'http://localhost/'
const tooLarge = { code: 'payload_too_large' }

/** A body in two chunks, and whether its reader has canceled it. */
function twoChunks(size: number) {
  const state = { cancelled: false, pulled: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        state.pulled += 1
        controller.enqueue(new Uint8Array(size / 2).fill(0x61))
        if (state.pulled === 2) controller.close()
      },
      cancel() {
        state.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, state }
}

describe('a body', () => {
  test('is read completely if it just fits', async () => {
    expect((await readBounded(twoChunks(1024).stream, 1024)).toString()).toBe('a'.repeat(1024))
  })

  test('is rejected if its first chunk exceeds the limit, and its second chunk is not read', async () => {
    const { stream, state } = twoChunks(1024)
    await expect(readBounded(stream, 511)).rejects.toMatchObject(tooLarge)
    expect(state).toEqual({ cancelled: true, pulled: 1 })
  })

  test('is rejected with the reader’s error if it is too large', async () => {
    await expect(readBounded(twoChunks(8).stream, 7, () => new Error('mine'))).rejects.toThrow('mine')
  })

  test('is read as empty if it is missing', async () => {
    expect((await readBounded(null, 1)).byteLength).toBe(0)
    expect(await readRequestText(new Request(url, { method: 'POST' }))).toBe('')
  })

  test('is rejected in a call if it exceeds 16 KiB, with or without a declared length', async () => {
    const post = (body: string, headers = {}) => readRequestText(new Request(url, { method: 'POST', body, headers }))
    expect(await post('é'.repeat(8192))).toHaveLength(8192)
    await expect(post('a'.repeat(16_385))).rejects.toMatchObject(tooLarge)
    await expect(post('a', { 'content-length': '16385' })).rejects.toMatchObject({
      ...tooLarge,
      message: 'Send at most 16 KiB.',
    })
  })

  test('is rejected early if it never ends, and its stream is canceled', async () => {
    const state = { cancelled: false, pulled: 0 }
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        state.pulled += 1
        controller.enqueue(new Uint8Array(65_536))
      },
      cancel() {
        state.cancelled = true
      },
    })
    const request = new Request(url, { method: 'POST', body, duplex: 'half' } as RequestInit)
    await expect(readRequestBytes(request, 65_535)).rejects.toMatchObject(tooLarge)
    expect(state.pulled).toBeLessThan(10)
    await expect.poll(() => state.cancelled).toBe(true)
    expect(state.pulled).toBeLessThan(100)
  })

  test('keeps a character that is split between two chunks', () => {
    const body = new BoundedBody(4)
    const [first, second] = Buffer.from('é')
    expect(body.add(Buffer.from([first ?? 0])) && body.add(Buffer.from([second ?? 0]))).toBe(true)
    expect(body.read().toString('utf8')).toBe('é')
    expect(body.add(Buffer.from('abc'))).toBe(false)
  })
})
