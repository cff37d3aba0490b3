import { Client, Receiver } from '@upstash/qstash'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { withTimeout } from '@/server/runtime/with-timeout'
import { StoreUnavailable } from '@/server/store/batch'
import type { Driver, Step } from './driver'

/** Where QStash brings steps, below `/api`. */
export const stepsPath = '/queue/batches'

const enqueueTimeoutMs = 5_000

/** QStash tries again with growing pauses; a step that was never done is a batch that stands still. */
const retries = 20

/** Steps in QStash, which brings each as a signed request, for hosts where nothing runs between requests. */
export function createQstashDriver(): Driver {
  return {
    // Each look is a message that is paid for.
    wakeSeconds: 600,
    turnMs: 20_000,
    enqueue: (steps, delaySeconds = 0) =>
      publish(steps, delaySeconds, (step) => [step.batch, step.run, step.kind, step.lane].join('-')),
    stop: async () => {},
  }
}

/** Has a step come again. One that was brought twice makes one all the same. @param message the id of what brought it. */
export const enqueueNext = (step: Step, delaySeconds: number, message: string): Promise<void> =>
  publish([step], delaySeconds, () => `${message}-next`)

async function publish(
  steps: readonly Step[],
  delaySeconds: number,
  deduplicationId: (step: Step) => string,
): Promise<void> {
  const { QSTASH_URL, QSTASH_TOKEN = '', APP_URL } = env()
  const client = new Client({ baseUrl: QSTASH_URL, token: QSTASH_TOKEN, enableTelemetry: false, retry: { retries: 1 } })
  const messages = steps.map((step) => ({
    url: `${APP_URL}/api${stepsPath}`,
    body: step,
    deduplicationId: deduplicationId(step),
    delay: Math.ceil(delaySeconds),
    retries,
  }))
  const tooLate = () => new Error('QStash did not answer in time')
  await withTimeout(client.batchJSON(messages), enqueueTimeoutMs, tooLate).catch((cause: unknown) => {
    throw new StoreUnavailable(cause, true)
  })
}

/**
 * Makes sure that a request is from QStash, and was not changed on its way.
 * @throws PinrefError `invalid_api_key`.
 */
export async function verifySignature(signature: string | null, body: string): Promise<void> {
  const { QSTASH_CURRENT_SIGNING_KEY = '', QSTASH_NEXT_SIGNING_KEY = '', APP_URL } = env()
  const receiver = new Receiver({
    currentSigningKey: QSTASH_CURRENT_SIGNING_KEY,
    nextSigningKey: QSTASH_NEXT_SIGNING_KEY,
  })
  const url = `${APP_URL}/api${stepsPath}`
  const isSigned = await receiver
    .verify({ signature: signature ?? '', body, url, clockTolerance: 5 })
    .catch(() => false)
  if (!isSigned) throw new PinrefError('invalid_api_key', 'This is not signed by QStash.')
}
