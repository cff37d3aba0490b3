import { afterAll, expect, test } from 'vitest'
import { startCallbackReceiver } from '../support/callback-receiver'
import { Person } from '../support/person'
import { targetForTests } from './target'

const origin = 'https://pinref.example'
const receiver = await startCallbackReceiver()
const target = targetForTests({ settings: { CALLBACK_GATEWAY_URL: receiver.url, APP_URL: origin } })
afterAll(() => receiver.stop())

/** Makes a batch with two lines and waits until it has finished. */
async function finishBatch(key: string): Promise<void> {
  const headers = { 'x-api-key': key }
  const body = JSON.stringify(['1', '2'])
  const made = await fetch(`${target.url}/api/batches?operation=convert`, { method: 'POST', headers, body })
  const { id } = (await made.json()) as { id: string }
  await expect
    .poll(async () => {
      const answer = await fetch(`${target.url}/api/batches/${id}`, { headers })
      return ((await answer.json()) as { state: string }).state
    })
    .toBe('finished')
}

test('one account’s 200 test events to an endpoint that never responds do not delay another account’s batch', async () => {
  receiver.neverAnswer('hangs.example.com')
  const attacker = new Person(target.url, 'attacker@example.com')
  attacker.origin = origin
  await attacker.signUp()
  const { id } = await attacker.procedure('callbacks.create', { url: 'https://hangs.example.com/' })
  const other = await target.account('other', 'unlimited')
  const key = other.keys[0]?.key ?? ''

  const { result, attacked, ratio } = await target.attack(async () => {
    const statuses: Record<number, number> = {}
    const begun = receiver.next('callback.test')
    for (let sent = 0; sent < 200; sent += 1) {
      const { status } = await attacker.call('/trpc/callbacks.test', { id })
      statuses[status] = (statuses[status] ?? 0) + 1
    }
    await begun
    await finishBatch(key)
    const underWay = receiver.received.length
    const { deliveries } = await attacker.query('callbacks.read')
    const over = deliveries.filter(({ tries }: { tries: unknown[] }) => tries.length > 0).length
    for (let batch = 0; batch < 5; batch += 1) await finishBatch(key)
    return { statuses, underWay, over }
  })
  // A ten-minute window may end between these events.
  expect(result.statuses[429]).toBeGreaterThanOrEqual(180)
  expect(result, 'when the first batch had finished').toMatchObject({ underWay: 1, over: 0 })
  expect(attacked.statuses).toEqual({ 200: attacked.calls })
  expect(ratio).toBeLessThan(3)
})
