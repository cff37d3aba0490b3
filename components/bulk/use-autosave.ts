'use client'

import { useEffect, useRef } from 'react'
import { type SavedRun, saveRun } from './saved'

/** A page that is killed without an event loses at most this much. */
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
