import { Client, Receiver } from '@upstash/qstash'
import { env } from '@/server/env'
import { PinrefError } from '@/server/errors'
import { withTimeout } from '@/server/runtime/with-timeout'
import { StoreUnavailable } from '@/server/store/batch'
import type { Job, JobQueue } from './queue'

/** Where QStash brings jobs, below `/api`. */
export const jobsPath = '/queue'

const enqueueTimeoutMs = 5_000

/** QStash tries again with growing pauses; a job that was never done is a batch that stands still. */
const retries = 20

/** Jobs in QStash, which brings each as a signed request, for hosts where nothing runs between requests. */
export function createQstashQueue(): JobQueue {
  return {
    add: (jobs, delaySeconds = 0) => publish(jobs, delaySeconds, ({ id }) => id),
    stop: async () => {},
  }
}

/** Has a job come again. One that was brought twice makes one all the same. @param message the id of what brought it. */
export const addNext = (job: Job, delaySeconds: number, message: string): Promise<void> =>
  publish([job], delaySeconds, () => `${message}-next`)

async function publish(
  jobs: readonly Job[],
  delaySeconds: number,
  deduplicationId: (job: Job) => string,
): Promise<void> {
  const { QSTASH_URL, QSTASH_TOKEN = '', APP_URL } = env()
  const client = new Client({ baseUrl: QSTASH_URL, token: QSTASH_TOKEN, enableTelemetry: false, retry: { retries: 1 } })
  const messages = jobs.map((job) => ({
    url: `${APP_URL}/api${jobsPath}`,
    body: job,
    deduplicationId: deduplicationId(job),
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
  const url = `${APP_URL}/api${jobsPath}`
  const isSigned = await receiver
    .verify({ signature: signature ?? '', body, url, clockTolerance: 5 })
    .catch(() => false)
  if (!isSigned) throw new PinrefError('invalid_api_key', 'This is not signed by QStash.')
}
