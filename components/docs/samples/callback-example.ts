import { batchEvent } from '@/server/batches/batch-event'
import { bodyOf } from '@/server/callbacks/callback-event'

/** Returns the body of a callback, indented. */
export function callbackExample(): string {
  const counts = { lines: 12_000, found: 11_862, failed: 97, unreadable: 41 }
  const event = batchEvent({
    id: 'batch_4fQ0zL2mXb7K9aRt',
    run: 1,
    state: 'finished',
    reason: null,
    until: 0,
    ...counts,
  })
  if (event === null) throw new Error('A batch that has finished is no event.')
  return JSON.stringify(JSON.parse(bodyOf(event, Date.UTC(2026, 10, 22, 9, 30))), null, 2)
}
