import type { Batch } from '../answers.js'
import type { BatchRow } from '../batches.js'
import type { Pinref } from '../pinref.js'
import { sleep } from '../retry.js'
import type { BulkOptions } from './arguments.js'
import { type BulkState, openResults, writeState } from './bulk-files.js'
import type { BulkInput } from './bulk-input.js'
import { Exit } from './exit-codes.js'
import { progressOn, reportFault, say } from './terminal.js'

/** A `pinref bulk` run. */
export interface BulkRun {
  client: Pinref
  input: BulkInput
  options: BulkOptions
  state: BulkState
  signal: AbortSignal
}

const pollMs = 1_000

/**
 * Writes a batch's results up to its last line and reports failed lines. The server may delete names and ratings
 * once later lines are requested, so each page is written to disk first.
 * @returns whether every line was found.
 */
export async function fetchResults(run: BulkRun): Promise<boolean> {
  const { client, input, options, state, signal } = run
  const id = state.batch ?? ''
  const progress = progressOn(process.stderr)
  const file = openResults(options.out, input, state.bytes)
  let waitingBefore = -1
  try {
    for (;;) {
      const page = await client.batches.page(id, { after: state.after, signal })
      const bytes = file.append(page.results)
      const after = page.next === null ? state.after + page.results.length : Number(page.next)
      const hasMore = after > state.after
      Object.assign(state, { after, bytes })
      writeState(options.out, state)
      progress.clear()
      const faults = page.results.filter(({ problem }) => problem !== null)
      for (const row of faults) reportRow(run, row)
      if (faults.length > 0 && options.isStrict) await endStrictly(run, id)
      const batch = await client.batches.get(id, { signal })
      if (page.next === null) return reportEnd(batch, options.out)
      progress.show(batch)
      if (!hasMore) {
        // One lane may wait while others work, so the batch is waiting only if no line was done since the last check.
        if (batch.lines.waiting === waitingBefore) stopWhereItWaits(batch)
        waitingBefore = batch.lines.waiting
        await sleep(pollMs, signal)
      }
    }
  } finally {
    progress.clear()
    file.close()
  }
}

function reportRow({ input }: BulkRun, { row: number, problem }: BatchRow): void {
  const row = input.rows[number - 1]
  if (row && problem) reportFault(input.place(row.at), problem.detail)
}

async function endStrictly({ client, options }: BulkRun, id: string): Promise<never> {
  await client.batches.cancel(id)
  throw new Exit(
    'failed',
    `Stopped because of --strict. Results so far are in ${options.out}; the other lines were not looked up.`,
  )
}

/** @throws Exit if the batch is paused or its quota is used up: waiting could take until next month. */
function stopWhereItWaits({ state, reason, waits_until, lines }: Batch): void {
  const left = `${lines.waiting.toLocaleString('en')} of ${lines.total.toLocaleString('en')} lines are left`
  if (state === 'waiting' && (reason === 'quota' || reason === 'key_quota')) {
    const until = waits_until === null ? '' : ` after ${waits_until.slice(0, 16).replace('T', ' ')} UTC`
    const limit = reason === 'quota' ? 'monthly quota' : 'monthly limit of this API key'
    throw new Exit(
      'quota',
      `The ${limit} is used up; ${left}. The batch resumes automatically${until}, or once you switch to a larger plan. Run the same command again to fetch the rest.`,
    )
  }
  if (state === 'paused')
    throw new Exit('key', `The batch is paused; ${left}. Run the same command again to resume it with your key.`)
}

/** @returns whether every line was found. */
function reportEnd({ state, lines }: Batch, out: string): boolean {
  const { total, found, name_differs, not_found, failed, unreadable, not_sent } = lines
  const counts = [
    [found, 'found'],
    [name_differs, 'found under a different name'],
    [not_found, 'not found'],
    [failed, 'failed'],
    [unreadable, 'unreadable'],
    [not_sent, 'not looked up'],
  ] as const
  const words = counts.flatMap(([count, what]) => (count > 0 ? [`${count.toLocaleString('en')} ${what}`] : []))
  say(
    `${total.toLocaleString('en')} ${total === 1 ? 'line' : 'lines'}: ${words.join(', ')}. The results are in ${out}.`,
  )
  if (state !== 'finished')
    say(`The batch was ${state === 'cancelled' ? 'canceled' : 'stopped by an error on our side'}.`)
  return found === total
}
