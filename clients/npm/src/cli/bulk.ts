import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { nameOfFile } from '@/server/features/batches/batch'
import { businessName, isForResolve, useResolve } from '@/server/places/links/bare-identifiers'
import { readLookupOptions } from '@/server/places/upstream/lookup-options'
import { type BatchInput, partsOf } from '../batches.js'
import { convertCid } from '../convert-cid.js'
import { PinrefError } from '../errors.js'
import type { Pinref } from '../pinref.js'
import { readReference } from '../read-reference.js'
import type { BulkOptions } from './arguments.js'
import { type BulkState, inputDigest, newState, readState, removeState, statePath, writeState } from './bulk-files.js'
import { type BulkInput, type InputRow, readInput } from './bulk-input.js'
import { Exit } from './exit-codes.js'
import { type BulkRun, fetchResults } from './fetch-results.js'
import { clientWithKey, serverUrl } from './key.js'
import { reportFault, say } from './terminal.js'

/**
 * Looks up a file in the background and writes its results, or resumes an earlier run. Only the columns to look up
 * leave this machine.
 * @returns whether every line was found.
 */
export async function runBulk(options: BulkOptions, signal: AbortSignal): Promise<boolean> {
  const { file, out } = options
  const client = clientWithKey('bulk', options.url)
  const existing = readState(out)
  if (options.isCancel) return cancel(client, existing, options, signal)
  const input = readInput(file, options)
  reportFaults(input, options)
  const state = await stateFor(client, input, existing, options, signal)
  const run: BulkRun = { client, input, options, state, signal }
  try {
    await send(run)
    const areAllFound = await fetchResults(run)
    removeState(out)
    return areAllFound
  } catch (error) {
    const code = error instanceof PinrefError ? error.code : null
    if (code === 'batch_not_found')
      throw new Exit('failed', `The batch in ${statePath(out)} no longer exists. Start over with --force.`)
    if (signal.aborted || code !== null) say(`${signal.aborted ? 'Stopped. ' : ''}${nextSteps(state)}`)
    throw error
  }
}

/** Returns advice after a run has stopped. */
const nextSteps = ({ url, isStarted }: BulkState): string =>
  !isStarted
    ? 'Run the same command again to continue.'
    : `The batch keeps running at ${url}. Run the same command again to fetch the rest, or add --cancel to cancel the batch.`

/**
 * Reports rows with missing or extra cells and, with `--strict`, the first row that cannot be read.
 * @throws Exit with `--strict` if there is any such row, before anything is sent.
 */
function reportFaults({ rows, faults, place }: BulkInput, options: BulkOptions): void {
  for (const { at, detail } of faults) reportFault(place(at), detail)
  if (!options.isStrict) return
  const unreadable = rows.find((row) => faultOf(row, options))
  if (unreadable) reportFault(place(unreadable.at), faultOf(unreadable, options) ?? '')
  if (unreadable || faults.length > 0) throw new Exit('failed', 'Nothing was sent, because of --strict.')
}

/** Returns the error in a row's text, or null if an offline check finds none. */
function faultOf({ text }: InputRow, { operation, details }: BulkOptions): string | null {
  if (text === '') return 'This line is empty.'
  if (operation === 'search') return isForResolve(text) ? useResolve : null
  if (operation === 'auto' && details === 'full' && businessName(text)) return null
  try {
    if (operation === 'convert') convertCid(text)
    else readReference(text)
    return null
  } catch (error) {
    return (error as PinrefError).message
  }
}

/** Returns the state to resume from, or a new state. Without `--force`, existing files aren't overwritten. */
async function stateFor(
  client: Pinref,
  input: BulkInput,
  existing: BulkState | null,
  options: BulkOptions,
  signal: AbortSignal,
): Promise<BulkState> {
  const { out, url, isForced } = options
  const digest = inputDigest(input, options)
  const name = options.name ?? nameOfFile(basename(options.file))
  if (isForced) {
    if (existing?.batch) await client.batches.cancel(existing.batch, { signal }).catch(() => {})
    return newState(serverUrl(url), digest, name)
  }
  if (existing) {
    if (existing.url === serverUrl(url) && existing.asked === digest) return existing
    throw new Exit(
      'usage',
      `${statePath(out)} is from a run with a different input, server, or options. Choose another file with -o, or start over with --force.`,
    )
  }
  if (existsSync(out))
    throw new Exit('usage', `${out} already exists. Choose another file with -o, or overwrite it with --force.`)
  return newState(serverUrl(url), digest, name)
}

/**
 * Creates the batch, sends its lines, and starts it. Skips the steps that an earlier run completed, and resumes a
 * paused batch.
 */
async function send({ client: { batches }, input, options, state, signal }: BulkRun): Promise<void> {
  const { out, operation } = options
  writeState(out, state)
  if (state.batch === null) {
    const { idempotencyKey, name } = state
    state.batch = (
      await batches.make({ ...(name && { name }), operation, ...readLookupOptions(options), idempotencyKey, signal })
    ).id
    writeState(out, state)
  }
  const id = state.batch
  const batch = await batches.get(id, { signal })
  if (options.name !== null && options.name !== batch.name) await batches.rename(id, options.name, { signal })
  if (batch.state === 'receiving') {
    let part = 0
    for (const lines of partsOf(linesOf(input.rows, options))) {
      part += 1
      if (part <= state.parts) continue
      await batches.putPart(id, part, lines, { signal })
      state.parts = part
      writeState(out, state)
    }
    await batches.start(id, { signal })
    state.isStarted = true
    writeState(out, state)
  } else if (batch.state === 'paused') await batches.resume(id, { signal })
}

/** Yields the item to send for each row. A name is sent with its address and country. */
function* linesOf(rows: readonly InputRow[], { operation, details }: BulkOptions): Generator<BatchInput> {
  for (const { text, address, country } of rows) {
    const isName = operation === 'search' || (operation === 'auto' && details === 'full' && businessName(text) !== null)
    const where = { ...(address && { address }), ...(country && { country }) }
    yield isName && (address || country) ? { name: text, ...where } : text
  }
}

async function cancel(
  client: Pinref,
  existing: BulkState | null,
  { out }: BulkOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (!existing) throw new Exit('usage', `There is no batch for ${out}.`)
  if (existing.batch) {
    const { lines } = await client.batches.cancel(existing.batch, { signal })
    say(
      `Canceled the batch. ${(lines.total - lines.not_sent).toLocaleString('en')} of ${lines.total.toLocaleString('en')} lines were looked up.`,
    )
  }
  removeState(out)
  return true
}
