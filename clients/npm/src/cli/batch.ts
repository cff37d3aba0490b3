import { tableCells, tableHeadings } from '@/server/features/lists/added-columns'
import type { Batch } from '../answers.js'
import type { Batches, BatchRow } from '../batches.js'
import { sleep } from '../retry.js'
import type { BatchOptions } from './arguments.js'
import { reportEnd, stopWhereItWaits } from './fetch-results.js'
import { clientWithKey } from './key.js'
import { type Columns, printAll, write } from './print.js'
import { progressOn, say } from './terminal.js'

const pollMs = 1_000

/** Prints a batch's results, or looks up its rows again. @returns whether every line of a repeat was found. */
export async function runBatch(options: BatchOptions, signal: AbortSignal): Promise<boolean> {
  const { action, id, finding, changes, output } = options
  const { batches } = clientWithKey('batch', options.url)
  if (action === 'results') {
    await printAll(batches.listResults(id, { signal, ...(finding && { finding }) }), columns, rowText, options)
    return true
  }
  const { callback_secret: secret, ...started } = await batches.repeat(id, { signal, ...changes })
  if (secret) say(`The secret that signs this batch’s callbacks, shown only once: ${secret}`)
  const batch = await batchAtEnd(batches, started, signal)
  if (output !== 'text') write(`${JSON.stringify(batch, null, output === 'json' ? 2 : 0)}\n`)
  return reportEnd(batch, `To print the results: pinref batch results ${batch.id}`)
}

/** Waits until a batch has ended, and shows its progress. */
async function batchAtEnd(batches: Batches, started: Batch, signal: AbortSignal): Promise<Batch> {
  const { id } = started
  const progress = progressOn(process.stderr)
  let batch = started
  try {
    while (batch.ended_at === null) {
      progress.show(batch)
      stopWhereItWaits(batch)
      await sleep(pollMs, signal)
      batch = await batches.get(id, { signal })
    }
    return batch
  } catch (error) {
    progress.clear()
    say(`The batch keeps running. To print its results: pinref batch results ${id}`)
    throw error
  } finally {
    progress.clear()
  }
}

const headings = tableHeadings([])

const columns: Columns<BatchRow> = headings.map((name, index) => [name, (row) => tableCells(row, [])[index] ?? null])

/** Formats a row, such as `17  closed_permanently, moved  Roma  ChIJ…`. */
const rowText = ({ row, state, findings, input, listing, problem }: BatchRow): string =>
  [
    String(row).padEnd(7),
    (findings.join(', ') || (state === 'not_sent' ? state : 'fine')).padEnd(20),
    listing?.title ?? (typeof input === 'string' ? input : Object.values(input as object).join(', ')),
    listing?.place_id ?? listing?.cid ?? problem?.detail,
  ]
    .filter(Boolean)
    .join('  ')
