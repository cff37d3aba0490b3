import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { nameOfFile } from '@/server/features/batches/batch'
import { notSentWords } from '@/server/features/lists/added-columns'
import { isBlank } from '@/server/features/lists/list-text'
import { requestOf } from '@/server/features/lists/row-request'
import { chosenOptions, readLookupOptions } from '@/server/places/upstream/lookup-options'
import { convertCid } from '../convert-cid.js'
import { PinrefError } from '../errors.js'
import type { Pinref } from '../pinref.js'
import type { BulkOptions } from './arguments.js'
import {
  type BulkState,
  checkSize,
  inputDigest,
  newState,
  readState,
  removeState,
  statePath,
  writeState,
} from './bulk-files.js'
import { type BulkInput, type ColumnUse, raggedRows, readInput, rowCells } from './bulk-input.js'
import { Exit } from './exit-codes.js'
import { type BulkRun, fetchResults } from './fetch-results.js'
import { clientWithKey, serverUrl } from './key.js'
import { languageOf } from './locale.js'
import { type SentList, sentList } from './sent-list.js'
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
  const input = await readInput(file, options, columnUse(options))
  checkSize(out, input)
  reportFaults(input, options)
  const sent = sentList(input)
  const state = await stateFor(client, sent, existing, options, signal)
  const run: BulkRun = { client, input, options, state, signal }
  try {
    await send(run, sent)
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

/** Returns how the columns are used: links, or names with operations that search for them. */
const columnUse = ({ operation }: BulkOptions): ColumnUse => ({
  lookUp: operation === 'auto' ? ['link', 'name'] : [operation === 'search' ? 'name' : 'link'],
  roles: ['name', 'address', 'country'],
})

/** Returns advice after a run has stopped. */
const nextSteps = ({ url, isStarted }: BulkState): string =>
  !isStarted
    ? 'Run the same command again to continue.'
    : `The batch keeps running at ${url}. Run the same command again to fetch the rest, or add --cancel to cancel the batch.`

/**
 * Reports rows with missing or extra cells and, with `--strict`, the first row that cannot be read.
 * @throws Exit with `--strict` if there is any such row, before anything is sent.
 */
function reportFaults(input: BulkInput, options: BulkOptions): void {
  const ragged = raggedRows(input)
  for (const { row, detail } of ragged) reportFault(input.place(row, 0), detail)
  if (!options.isStrict) return
  for (let row = input.headingRow + 1; row <= input.rows.length; row += 1) {
    const fault = faultOf(input, row, options)
    if (fault === null) continue
    reportFault(input.place(row, input.columns.link ?? 0), fault)
    throw nothingSent()
  }
  if (ragged.length > 0) throw nothingSent()
}

const nothingSent = () => new Exit('failed', 'Nothing was sent, because of --strict.')

/** Returns the error in a row, or null if an offline check finds none. */
function faultOf(input: BulkInput, row: number, options: BulkOptions): string | null {
  if (isBlank(input.rows[row - 1] ?? [])) return null
  const request = requestOf(rowCells(input, row), options)
  if ('fault' in request) return request.fault
  if ('notSent' in request) return notSentWords[request.notSent]
  const { lookup, fallback } = request
  if (lookup.operation === 'search' || fallback !== null) return null
  if (lookup.operation === 'resolve') {
    const { read } = lookup
    // The server may confirm a number that looks cut off or rounded.
    const mayBeValid = read.kind !== 'refused' || (read.ifWhole !== null && options.details !== 'none')
    return mayBeValid ? null : read.detail
  }
  try {
    convertCid(lookup.cid)
    return null
  } catch (error) {
    return (error as PinrefError).message
  }
}

/** Returns the state to resume from, or a new state. Without `--force`, existing files aren't overwritten. */
async function stateFor(
  client: Pinref,
  sent: SentList,
  existing: BulkState | null,
  options: BulkOptions,
  signal: AbortSignal,
): Promise<BulkState> {
  const { out, url, isForced } = options
  const digest = inputDigest(sent, options)
  const request = {
    name: options.name ?? nameOfFile(basename(options.file)),
    client: options.client,
    language: languageOf(options),
  }
  if (isForced) {
    if (existing?.batch) await client.batches.cancel(existing.batch, { signal }).catch(() => {})
    return newState(serverUrl(url), digest, request)
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
  return newState(serverUrl(url), digest, request)
}

/**
 * Creates the batch, sends its lines, and starts it. Skips the steps that an earlier run completed, and resumes a
 * paused batch.
 */
async function send(
  { client: { batches }, options, state, signal }: BulkRun,
  { settings, parts }: SentList,
): Promise<void> {
  const { out, operation } = options
  writeState(out, state)
  if (state.batch === null) {
    const { idempotencyKey, name, client = null, language = '' } = state
    state.batch = (
      await batches.create({
        ...(name && { name }),
        ...(client && { client }),
        operation,
        fallback: options.fallback,
        ...chosenOptions({ ...readLookupOptions(options), language }),
        ...settings,
        idempotencyKey,
        signal,
      })
    ).id
    writeState(out, state)
  }
  const id = state.batch
  const batch = await batches.get(id, { signal })
  const { name, client } = options
  const changes = {
    ...(name !== null && name !== batch.name && { name }),
    ...(client !== null && client !== batch.client && { client }),
  }
  if (Object.keys(changes).length > 0) await batches.update(id, changes, { signal })
  if (batch.state === 'receiving') {
    let part = 0
    for (const lines of parts()) {
      part += 1
      if (part <= state.parts) continue
      await batches.updatePart(id, part, lines, { signal })
      state.parts = part
      writeState(out, state)
    }
    await batches.start(id, { signal })
    state.isStarted = true
    writeState(out, state)
  } else if (batch.state === 'paused') await batches.resume(id, { signal })
}

async function cancel(
  client: Pinref,
  existing: BulkState | null,
  { out }: BulkOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (!existing) throw new Exit('usage', `There is no batch for ${out}.`)
  if (existing.batch) {
    const { line_counts: lines } = await client.batches.cancel(existing.batch, { signal })
    say(
      `Canceled the batch. ${(lines.total - lines.not_sent).toLocaleString('en')} of ${lines.total.toLocaleString('en')} lines were looked up.`,
    )
  }
  removeState(out)
  return true
}
