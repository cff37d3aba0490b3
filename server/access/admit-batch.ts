import type { Admissions } from './admission'
import { admitKnown, type Caller, countedCall, isVisitor } from './admit'
import { admitVisitorBatch } from './visitor-batch'

/**
 * Counts the calls of a batch against their caller, each as a call of its own, in one round trip. A batch without calls only
 * reads the caller's quota, as `GET /api/key` does, and has one outcome: whether it is within the burst.
 * @param operations of each call: `resolve`, `search` or `convert`.
 * @throws as `admit`, except for the refusal of a single call, which is among the outcomes.
 */
export async function admitBatch(
  caller: Caller,
  operations: readonly string[],
  requestId: string,
): Promise<Admissions> {
  const calls = operations.map((operation, index) => countedCall(operation, `${requestId}-${index}`))
  if (isVisitor(caller)) return admitVisitorBatch(caller.client(), calls)
  if (calls.length > 0) return admitKnown(caller, calls)
  return admitKnown(caller, [countedCall('key', requestId)])
}
