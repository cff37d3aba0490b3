import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { env } from '@/server/platform/settings/env'
import { hasLocalSecrets } from './local-secret'
import { perProcess } from './per-process'
import { replaceFile } from './replace-file'

/*
 * Which store this server accepts. One process determines it: the primary, or a process that runs alone. The others get
 * it from the primary. A file in `DATA_DIR` stores it for the next start.
 */

/** The marker of each node of a store, by its Redis key. */
export type Markers = Readonly<Record<string, string>>

/** The store that this server accepts. */
export interface Acceptance {
  markers: Markers
  /** Whether the next start will accept only this store, because of `STORE_ID` or the file. */
  isLasting: boolean
}

interface Shared {
  acceptance?: Acceptance
  listeners: Set<(acceptance: Acceptance) => void>
}

const holder = perProcess<Shared>('accepted markers')

function shared(): Shared {
  holder.value ??= { listeners: new Set() }
  return holder.value
}

/** Returns the store that this server accepts; undefined until that is determined. */
export const acceptance = (): Acceptance | undefined => shared().acceptance

/** Accepts a store, and calls all listeners, even if nothing has changed. */
export function accept(next: Acceptance): void {
  shared().acceptance = next
  for (const listener of shared().listeners) listener(next)
}

/** Makes all processes that this process started check the store, and this one. */
export function checkElsewhere(): void {
  const last = acceptance()
  if (last) accept(last)
}

/** Calls the listener each time a store is accepted. */
export function onAcceptance(listener: (acceptance: Acceptance) => void): void {
  shared().listeners.add(listener)
}

/** The command that accepts another store, as shown to the operator. */
export const acceptCommand = 'node dist/pinref-server.js accept-store'

/** Returns the path of the file with the markers; null if there is none, because of `STORE_ID` or Vercel. */
export function markersFile(dataDir = env().DATA_DIR): string | null {
  const { STORE_ID, VERCEL } = env()
  return STORE_ID || VERCEL ? null : join(dataDir, markersFileName)
}

export const markersFileName = 'accepted-store.json'

const markersSchema = z.record(z.string(), z.string())

/**
 * Returns the markers in the file; null if there is no file. `{}` means that the first start has not ended yet.
 * @throws Error with advice if the file is damaged.
 */
export function readMarkers(): Markers | null {
  const file = markersFile()
  try {
    return file === null ? null : markersSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new Error(`${file} is damaged. To write it again, run ${acceptCommand}`, { cause: error })
  }
}

/** Stores the markers in the file. Returns whether the next start will accept only this store: see `Acceptance`. */
export function storeMarkers(markers: Markers, dataDir = env().DATA_DIR): boolean {
  const file = markersFile(dataDir)
  if (file === null) return env().STORE_ID !== undefined
  try {
    replaceFile(file, `${JSON.stringify(markers, null, 2)}\n`)
    return true
  } catch {
    // The folder may be read-only.
    return false
  }
}

/**
 * Records that a first start has begun, before it creates secrets. Otherwise, an interrupted first start would look like
 * a server that lost its data.
 */
export function recordFirstStart(): void {
  if (readMarkers() === null && !hasLocalSecrets(env().DATA_DIR)) storeMarkers({})
}
