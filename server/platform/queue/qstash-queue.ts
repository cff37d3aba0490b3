import { createHash } from 'node:crypto'
import { Client, Receiver } from '@upstash/qstash'
import { PinrefError } from '@/server/platform/problems/errors'
import { withTimeout } from '@/server/platform/runtime/with-timeout'
import { env } from '@/server/platform/settings/env'
import { StoreUnavailable } from '@/server/platform/store/unavailable'
import type { Job, JobQueue } from './job-queue'

const enqueueTimeoutMs = 5_000

/**
 * Creates a QStash queue, which delivers each job as a signed request, for hosts where nothing runs between requests. A
 * failed job is retried three to five times, depending on the QStash plan, with delays that grow to hours.
 */
export function createQstashQueue(): JobQueue {
  let isRepeated = false
  return {
    add: (jobs, delaySeconds = 0) => publish(jobs, delaySeconds, ({ id }) => id),
    async repeat(job) {
      if (isRepeated) return
      await inTime(client().schedules.create({ ...schedule(), body: JSON.stringify(job) }))
      isRepeated = true
    },
    stop: async () => {},
  }
}

/**
 * Returns the schedule for this URL; each deployment with its own URL has one. Creating the schedule again replaces it.
 */
function schedule() {
  const destination = address()
  const id = createHash('sha256').update(destination).digest('hex').slice(0, 16)
  return { destination, scheduleId: `pinref-${id}`, cron: '*/10 * * * *', retries: 0 }
}

/**
 * Runs a job again, but only once, even if the job was delivered twice.
 * @param message the id of the message that delivered the job.
 */
export const addNext = (job: Job, delaySeconds: number, message: string): Promise<void> =>
  publish([job], delaySeconds, () => `${message}-next`)

async function publish(
  jobs: readonly Job[],
  delaySeconds: number,
  deduplicationId: (job: Job) => string,
): Promise<void> {
  const messages = jobs.map((job) => ({
    url: address(),
    body: job,
    deduplicationId: deduplicationId(job),
    delay: Math.ceil(delaySeconds),
  }))
  await inTime(client().batchJSON(messages))
}

/** Returns the URL that QStash delivers jobs to. */
const address = () => `${env().APP_URL}/api/queue`

function client(): Client {
  const { QSTASH_URL, QSTASH_TOKEN = '' } = env()
  return new Client({ baseUrl: QSTASH_URL, token: QSTASH_TOKEN, enableTelemetry: false, retry: { retries: 1 } })
}

/** @throws StoreUnavailable if QStash rejects the request or takes too long. */
async function inTime(call: Promise<unknown>): Promise<void> {
  const tooLate = () => new Error('QStash did not respond in time')
  await withTimeout(call, enqueueTimeoutMs, tooLate).catch((cause: unknown) => {
    throw new StoreUnavailable(cause, true)
  })
}

/**
 * Verifies that a request is from QStash and was not changed in transit.
 * @throws PinrefError `invalid_api_key`.
 */
export async function verifySignature(signature: string | null, body: string): Promise<void> {
  const { QSTASH_CURRENT_SIGNING_KEY = '', QSTASH_NEXT_SIGNING_KEY = '' } = env()
  const receiver = new Receiver({
    currentSigningKey: QSTASH_CURRENT_SIGNING_KEY,
    nextSigningKey: QSTASH_NEXT_SIGNING_KEY,
  })
  const isSigned = await receiver
    .verify({ signature: signature ?? '', body, url: address(), clockTolerance: 5 })
    .catch(() => false)
  if (!isSigned) throw new PinrefError('invalid_api_key', 'This request is not signed by QStash.')
}
