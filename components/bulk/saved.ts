'use client'

import { useEffect, useRef } from 'react'
import { withoutApiKeys } from '@/components/reading/without-api-keys'
import type { JobOutcome } from './outcome'
import type { BulkPlan } from './plan'

/** Where the bulk page saves its state in the tab, so nothing is lost if the page reloads or a phone discards it. */
const storageKeys = { draft: 'pinref.bulk', file: 'pinref.bulk.file', run: 'pinref.bulk.run' }

/** Incremented when the format changes; runs saved in an older format are ignored. */
const version = 7

/** Longer inputs are not saved, because they would fill the storage and block the page. */
const maxRows = 2_000
const maxDraft = 400_000

/** A run and its outcomes so far. */
interface SavedRun {
  plan: BulkPlan
  /** The name of the list's file; null if it has none. */
  fileName: string | null
  /** Under which id the list's workbook is stored (see `originals.ts`); null if it has none. */
  originalId: string | null
  outcomes: readonly JobOutcome[]
}

/** Saves the lines being edited; other pages also use it to pass lines to the bulk page. */
export const saveDraft = (storage: Pick<Storage, 'setItem'>, text: string) =>
  write(storage, storageKeys.draft, text.length > maxDraft ? '' : text)

/** Returns the lines that were being edited; empty if there are none. */
export const savedDraft = (storage: Pick<Storage, 'getItem'>): string => read(storage, storageKeys.draft)

/** Saves under which id the file being edited is stored (see `originals.ts`); empty if there is none. */
export const saveDraftFile = (storage: Pick<Storage, 'setItem'>, id: string) => write(storage, storageKeys.file, id)

export const savedDraftFile = (storage: Pick<Storage, 'getItem'>): string => read(storage, storageKeys.file)

export const saveRun = (storage: Pick<Storage, 'setItem'>, run: SavedRun) =>
  write(storage, storageKeys.run, run.plan.rows.length > maxRows ? '' : JSON.stringify({ version, ...run }))

/** Returns the saved run; null if there is none. Pending lookups are set back to waiting. */
export function savedRun(storage: Pick<Storage, 'getItem'>): SavedRun | null {
  try {
    const run = JSON.parse(read(storage, storageKeys.run))
    if (run?.version !== version || run.plan.jobs.length !== run.outcomes.length) return null
    const { plan, fileName, originalId, outcomes } = run as SavedRun
    return {
      plan,
      fileName,
      originalId,
      outcomes: outcomes.map((outcome) => (outcome.state === 'asking' ? { state: 'waiting' } : outcome)),
    }
  } catch {
    return null
  }
}

/** Storage may be full or disabled, in which case nothing is saved. */
function write(storage: Pick<Storage, 'setItem'>, key: string, text: string): void {
  try {
    storage.setItem(key, withoutApiKeys(text))
  } catch {}
}

function read(storage: Pick<Storage, 'getItem'>, key: string): string {
  try {
    return storage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

/** How often a run is saved, because a page may be killed without an event. */
const intervalMs = 1_000

/** Saves a run in this tab: at intervals, and whenever the page is hidden. */
export function useAutosave(run: SavedRun | null): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  }, [run])
  useEffect(() => {
    let saved: SavedRun | null = null
    const save = () => {
      if (latest.current === null || latest.current === saved) return
      saved = latest.current
      saveRun(sessionStorage, saved)
    }
    const timer = setInterval(save, intervalMs)
    document.addEventListener('visibilitychange', save)
    window.addEventListener('pagehide', save)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', save)
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [])
}
