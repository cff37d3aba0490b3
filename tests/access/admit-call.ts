import { admit, type Caller, type MeteredCall } from '@/server/access/admit'
import { admitBatch } from '@/server/access/admit-batch'

let calls = 0

/** Admits a resolve, of a visitor where nothing else is said; each call has an id of its own. */
export const admitCall = (more: Partial<MeteredCall>) =>
  admit({
    client: () => ({ address: '192.0.2.1' }),
    apiKey: null,
    accountId: null,
    operation: 'resolve',
    requestId: `call-${calls++}`,
    ...more,
  })

/** Admits a batch of these operations, of a visitor where nothing else is said. */
export const admitCalls = (operations: readonly string[], more: Partial<Caller>) =>
  admitBatch(
    { client: () => ({ address: '192.0.2.1' }), apiKey: null, accountId: null, ...more },
    operations,
    `batch-${calls++}`,
  )
