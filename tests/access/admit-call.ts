import { admit, admitMulticall, type Caller, type MeteredCall } from '@/server/metering/access/admit'

let calls = 0

/** Admits a resolve call, by default from a visitor. Each call has its own id. */
export const admitCall = (more: Partial<MeteredCall>) =>
  admit({
    client: () => ({ address: '192.0.2.1' }),
    apiKey: null,
    member: null,
    operation: 'resolve',
    requestId: `call-${calls++}`,
    ...more,
  })

/** Admits a batch with these operations, by default from a visitor. */
export const admitCalls = (operations: readonly string[], more: Partial<Caller>) =>
  admitMulticall(
    { client: () => ({ address: '192.0.2.1' }), apiKey: null, member: null, ...more },
    operations,
    `batch-${calls++}`,
  )
