'use client'

import { useEffect, useRef } from 'react'
import { type KeptRun, keepRun } from './kept'

/** A page that is killed without a word loses what came in since. */
const everyMs = 1_000

/** Keeps a run in this tab as it goes on: now and then, and whenever the page goes out of sight. */
export function useKeeping(run: KeptRun | null): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  }, [run])
  useEffect(() => {
    let written: KeptRun | null = null
    const write = () => {
      if (latest.current === null || latest.current === written) return
      written = latest.current
      keepRun(sessionStorage, written)
    }
    const timer = setInterval(write, everyMs)
    document.addEventListener('visibilitychange', write)
    window.addEventListener('pagehide', write)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', write)
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [])
}
