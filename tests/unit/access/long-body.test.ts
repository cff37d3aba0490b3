import { expect, onTestFinished, test, vi } from 'vitest'
import { type BodyWork, HeldBody, shortBytes, works } from '@/server/metering/access/long-body'
import { maxHeldBytes } from '@/server/platform/runtime/held-bytes'

const connected = new AbortController().signal

/** Returns an account's body that has arrived. @param left aborts when its caller disconnects. */
async function arrived(account: string, kind: BodyWork | null, bytes = shortBytes + 1, left = connected) {
  const body = new HeldBody(
    () => ({ address: `2001:db8:0:${account}::1` }),
    async () => account,
    kind && { kind, left: () => left },
  )
  await body.admit(0)
  body.add(bytes)
  return body
}

test('the work on one kind of body does not delay another kind, shorter bodies, or bodies without such work', async () => {
  const first = await arrived('1', 'watchlists')
  await first.turn()
  const order: string[] = []
  const behind = await arrived('2', 'watchlists')
  const waiting = behind.turn().then(() => order.push('same kind'))
  const others = [await arrived('3', 'batches'), await arrived('4', 'watchlists', shortBytes), await arrived('5', null)]
  for (const other of others) await other.turn().then(() => order.push('other'))
  first.release()
  await waiting
  expect(order).toEqual(['other', 'other', 'other', 'same kind'])
  for (const body of [behind, ...others]) body.release()
})

test('a body that waits for its turn gets an error if it must make room for another account’s', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const mebibyte = 1024 * 1024
  const first = await arrived('11', 'batches')
  await first.turn()
  const waiting = await Promise.all(
    ['12', '13', '14', '15'].map((account) => arrived(account, 'batches', 7 * mebibyte - 100_000)),
  )
  const outcomes = waiting.map((body) =>
    body.turn().then(
      () => 'turn',
      ({ code }) => code,
    ),
  )
  vi.advanceTimersByTime(2_000)
  const late = await Promise.all(
    Array.from({ length: 17 }, (_, index) => arrived(`16${index}`, null, maxHeldBytes.small)),
  )
  expect(await Promise.race(outcomes)).toBe('too_many_requests')
  first.release()
  const left = await Promise.all(
    outcomes.map(async (outcome, index) => {
      const result = await outcome
      waiting[index]?.release()
      return result
    }),
  )
  expect(left.sort()).toEqual(['too_many_requests', 'turn', 'turn', 'turn'])
  for (const body of late) body.release()
})

test('a body whose caller disconnects while it waits is not processed', async () => {
  const first = await arrived('31', 'batches')
  await first.turn()
  const leaving = new AbortController()
  const gone = await arrived('32', 'batches', shortBytes + 1, leaving.signal)
  const next = await arrived('33', 'batches')
  const outcomes = [gone, next].map((body) =>
    body.turn().then(
      () => 'turn',
      ({ message }) => message,
    ),
  )
  leaving.abort(new Error('left'))
  first.release()
  expect(await Promise.all(outcomes)).toEqual(['left', 'turn'])
  for (const body of [gone, next]) body.release()
})

test('only four bodies of an account wait for their turn', async () => {
  const first = await arrived('21', 'batches')
  await first.turn()
  const waiting = await Promise.all(Array.from({ length: works.long.waiting + 1 }, () => arrived('21', 'batches')))
  const turns = waiting.map((body) => body.turn())
  await expect(turns.at(-1)).rejects.toMatchObject({ code: 'too_many_requests' })
  for (const [index, body] of [first, ...waiting].entries()) {
    body.release()
    await turns[index]?.catch(() => {})
  }
})
