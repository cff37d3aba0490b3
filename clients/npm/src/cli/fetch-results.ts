import { notSentWords } from '@/server/features/lists/added-columns'
import { bucketOf, isToCheck } from '@/server/features/lists/row-state'
import { auditWords, linesWords, rowsWords } from '@/server/features/lists/sum-words'
import type { Batch } from '../answers.js'
import type { BatchRow } from '../batches.js'
import type { Pinref } from '../pinref.js'
import { sleep } from '../retry.js'
import type { BulkOptions } from './arguments.js'
import { type BulkState, finishResults, openResults, writeState } from './bulk-files.js'
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
  const file = openResults(options.out, input, state.bytes, options.form)
  let waitingBefore = -1
  try {
    for (;;) {
      const page = await client.batches.getResults(id, { after: state.after, signal })
      const bytes = file.append(page.results)
      const after = page.next === null ? state.after + page.results.length : Number(page.next)
      const hasMore = after > state.after
      Object.assign(state, { after, bytes })
      writeState(options.out, state)
      progress.clear()
      const faults = page.results.filter((row) => isToCheck(bucketOf(row)))
      for (const row of faults) reportRow(run, row)
      if (options.isStrict && faults.some(({ listing }) => listing === null)) await endStrictly(run, id)
      const batch = await client.batches.get(id, { signal })
      if (page.next === null) {
        await finishResults(options.out, input)
        return reportEnd(batch, `The results are in ${options.out}.`)
      }
      progress.show(batch)
      if (!hasMore) {
        // One lane may wait while others work, so the batch is waiting only if no line was done since the last check.
        if (batch.line_counts.waiting === waitingBefore) stopWhereItWaits(batch)
        waitingBefore = batch.line_counts.waiting
        await sleep(pollMs, signal)
      }
    }
  } finally {
    progress.clear()
    file.close()
  }
}

/** Reports a row that a person should check. */
function reportRow({ input }: BulkRun, result: BatchRow): void {
  const { row, reason, problem, listing } = result
  const { link, name } = input.columns
  const isNameAlone = link === null || bucketOf(result) === 'name_differs'
  const detail =
    problem?.detail ??
    (listing ? `The listing's name is "${listing.title}".` : reason && reason !== 'ended' ? notSentWords[reason] : null)
  if (detail !== null) reportFault(input.place(row, (isNameAlone ? name : link) ?? 0), detail)
}

async function endStrictly({ client, input, options }: BulkRun, id: string): Promise<never> {
  await client.batches.cancel(id)
  await finishResults(options.out, input)
  throw new Exit(
    'failed',
    `Stopped because of --strict. Results so far are in ${options.out}; the other lines were not looked up.`,
  )
}

/** The limits for which a batch waits longer than a command should, by the reason that it waits. */
const limitNames: Readonly<Record<string, string>> = {
  quota: 'monthly quota',
  key_quota: 'monthly limit of this API key',
  key_daily_quota: 'daily limit of this API key',
}

/** @throws Exit if the batch is paused or its quota is used up: waiting could take until the next day or month. */
export function stopWhereItWaits({ state, reason, resumes_at, line_counts: lines }: Batch): void {
  const left = `${lines.waiting.toLocaleString('en')} of ${lines.total.toLocaleString('en')} lines are left`
  const limit = state === 'waiting' ? limitNames[reason ?? ''] : undefined
  if (limit !== undefined) {
    const until = resumes_at === null ? '' : ` after ${resumes_at.slice(0, 16).replace('T', ' ')} UTC`
    const sooner = reason === 'quota' ? 'you switch to a larger plan' : 'its owner raises that limit'
    throw new Exit(
      'quota',
      `The ${limit} is used up; ${left}. The batch resumes automatically${until}, or once ${sooner}. Run the same command again to fetch the rest.`,
    )
  }
  if (state === 'paused')
    throw new Exit('key', `The batch is paused; ${left}. Run the same command again to resume it with your key.`)
}

/** Prints what became of a batch. @param more another sentence. @returns whether every line was found. */
export function reportEnd({ id, state, row_counts: rows, line_counts: lines, audit }: Batch, more: string): boolean {
  const { total, headings, blank } = rows
  const words = [
    rowsWords({ rows: total, headings, blank, lines: lines.total }),
    linesWords(lines, lines.duplicates),
    more,
  ]
  // If no line was checked, an audit could only repeat the sums.
  if (audit && audit.not_checked < lines.total)
    say(`${auditWords(audit)} To look up the rows again and compare: pinref batch repeat ${id}`)
  say(words.filter(Boolean).join(' '))
  if (state !== 'finished')
    say(`The batch was ${state === 'cancelled' ? 'canceled' : 'stopped by an error on our side'}.`)
  return lines.to_check === 0
}
