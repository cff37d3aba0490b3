import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { newIdempotencyKey } from '../batches.js'
import type { BulkOptions } from './arguments.js'
import type { BulkInput } from './bulk-input.js'
import { Exit } from './exit-codes.js'

/** How far a run has come, as it is written beside its results. */
export interface BulkState {
  url: string
  /** Of what is looked up and how: another input has another batch. */
  asked: string
  /** So that a batch whose id was never heard of is not made twice. */
  idempotencyKey: string
  /** Null before it is made. */
  batch: string | null
  /** How many parts have arrived, and whether it has been started after them. */
  parts: number
  isStarted: boolean
  /** The last line whose result is written, and how long the file is with it. */
  after: number
  bytes: number
}

export const statePath = (out: string): string => `${out}.pinref.json`

/** A run that was begun for a file of results; null without one. */
export function readState(out: string): BulkState | null {
  if (!existsSync(statePath(out))) return null
  try {
    return JSON.parse(readFileSync(statePath(out), 'utf8'))
  } catch {
    throw new Exit('usage', `${statePath(out)} is damaged. Begin anew with --force.`)
  }
}

/** The state of a run before it begins. */
export const newState = (url: string, asked: string): BulkState => ({
  ...{ url, asked, idempotencyKey: newIdempotencyKey(), batch: null, parts: 0, isStarted: false, after: 0, bytes: 0 },
})

/** Writes it whole or not at all. */
export function writeState(out: string, state: BulkState): void {
  const made = `${statePath(out)}.new`
  writeFileSync(made, `${JSON.stringify(state)}\n`)
  renameSync(made, statePath(out))
}

export const removeState = (out: string): void => rmSync(statePath(out), { force: true })

/** What is looked up and how, in few characters. */
export function askedBy({ rows }: BulkInput, { operation, details }: BulkOptions): string {
  const hash = createHash('sha256').update(JSON.stringify([operation, details]))
  for (const { text, address, country } of rows) hash.update(JSON.stringify([text, address, country]))
  return hash.digest('base64url')
}
