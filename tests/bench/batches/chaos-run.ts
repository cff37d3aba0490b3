import { setTimeout as sleep } from 'node:timers/promises'
import { newCaller } from '../../load/caller'
import { redisMb } from '../../load/embedded'
import { samplePeaks } from '../../load/sample'
import { setStage } from '../../load/stage'
import { newEndpoint } from '../../support/new-endpoint'
import { type ChaosCounts, randomFrom, startChaos } from './chaos'
import { checkLines, checkMonth, type Due, orLeft } from './check'
import { type BatchClient, batchClient, type WireBatch } from './client'
import { startEndpoint } from './endpoint'
import { mixedAt, partsOf } from './lines'
import { startProcesses } from './processes'
import { batchSettings } from './settings'

export interface ChaosOptions {
  /** The number of lines in the batch that is not canceled. */
  lines: number
  /** The number of lines in the batch that is canceled when a quarter of its lines are done. */
  cancelled: number
  /** The seed that determines which process is killed, and when. */
  seed: number
  /** Whether to wait until the endpoint that was dead has received every callback, which takes a minute or two. */
  awaitsCallbacks: boolean
  say(text: string): void
}

/** The figures for a run in which every check passed. */
export interface ChaosFigures {
  seconds: number
  toll: ChaosCounts
  /** The number of lines that the canceled batch had found before it was canceled. */
  foundBefore: number
  /** Deliveries that the dead endpoint rejected, and events that it later received more than once. */
  refused: number
  repeated: number
  /** Peak memory, in megabytes, of all the app's processes, and of Redis. */
  appMb: number
  redisMb: number
}

const processCount = 3
const fewLines = 100
/** In bytes. If a process or the store dies, a part is sent again from its beginning. */
const maxInPart = 512 * 1024

/**
 * Runs batches on processes that share an embedded Redis. A process is killed about once a second, and so is Redis,
 * which sometimes hangs instead. A small batch ends while the endpoint for callbacks is dead, another batch is canceled
 * midway, and a third runs to its end.
 * @throws Error for the first wrong line, count, or callback.
 */
export async function runChaos({ lines, cancelled, seed, awaitsCallbacks, say }: ChaosOptions): Promise<ChaosFigures> {
  const endpoint = await startEndpoint()
  const settings = { ...batchSettings, CALLBACK_GATEWAY_URL: endpoint.gatewayUrl }
  const stage = await setStage({ settings, store: 'embedded' })
  const { accountId, key } = await newCaller()
  endpoint.state.secret = (await newEndpoint(accountId, 'https://hooks.example.com/pinref')).secret
  await stage.leaveStore()
  const processes = await startProcesses(processCount, stage.env)
  const client = batchClient(processes.url, key)
  const memory = samplePeaks(() => ({ app: processes.residentMb(), redis: redisMb(stage.folder) }))

  const started = performance.now()
  const chaos = startChaos(processes, stage.folder, randomFrom(seed))
  try {
    const { ended, atCancel } = await runBatches(client, lines, cancelled, say, () => {
      endpoint.state.isAlive = true
    })
    await chaos.stop()
    const seconds = (performance.now() - started) / 1_000
    say('finished')
    const dues: Due[] = []
    for (const id of ended) dues.push(await checkLines(client, id, mixedAt))
    // No line that was in flight was added after the cancellation.
    dues.push(await checkLines(client, atCancel.id, mixedAt, orLeft))
    const { found } = (await client.get(atCancel.id)).line_counts
    if (found !== atCancel.line_counts.found) throw new Error('lines came after the batch was cancelled')
    await checkMonth(client, ...dues)
    if (awaitsCallbacks) await awaitCallbacks(endpoint.received, ended)
    return {
      seconds,
      toll: chaos.toll,
      foundBefore: atCancel.line_counts.found,
      appMb: memory.peaks.app,
      redisMb: memory.peaks.redis,
      refused: endpoint.state.refused,
      repeated: [...endpoint.received.values()].filter(({ times }) => times > 1).length,
    }
  } finally {
    memory.stop()
    await chaos.stop()
    await processes.stop()
    endpoint.stop()
    await stage.end()
  }
}

/**
 * Runs a small batch, a large batch, and a batch that is canceled when a quarter of its lines are done.
 * @param revive makes the endpoint accept callbacks after it has rejected the small batch's callback.
 * @returns the ids of the finished batches, and the canceled batch as it was when it was canceled.
 */
async function runBatches(
  client: BatchClient,
  lines: number,
  cancelled: number,
  say: (text: string) => void,
  revive: () => void,
): Promise<{ ended: string[]; atCancel: WireBatch }> {
  const send = (of: number) => client.send('operation=resolve&details=none', partsOf(of, mixedAt, maxInPart))
  const [few, many, other] = await Promise.all([send(fewLines), send(lines), send(cancelled)])
  say('sent')
  for (const id of [few, many, other]) await client.start(id)
  await client.until(few, ({ state }) => state === 'finished')
  await client.until(other, ({ line_counts: lines }) => lines.waiting <= 0.75 * lines.total)
  const atCancel = await client.cancel(other)
  say(
    `cancelled with ${atCancel.line_counts.total - atCancel.line_counts.not_sent} of ${atCancel.line_counts.total} lines done`,
  )
  // The small batch's callback arrives on the second try, a minute after the first, or on the third.
  revive()
  await client.until(many, ({ state }) => state === 'finished')
  return { ended: [few, many], atCancel }
}

/**
 * Waits until the endpoint has received an event for each of these finished batches.
 * @throws Error if an event is missing or unexpected.
 */
async function awaitCallbacks(received: ReadonlyMap<string, unknown>, ids: readonly string[]): Promise<void> {
  const expected = ids.map((id) => `msg_${id}_finished_1`).sort()
  for (const giveUpAt = Date.now() + 400_000; received.size < expected.length && Date.now() < giveUpAt; )
    await sleep(500)
  const events = [...received.keys()].sort()
  if (events.join() !== expected.join()) throw new Error(`told of ${events.join()} instead of ${expected.join()}`)
}
