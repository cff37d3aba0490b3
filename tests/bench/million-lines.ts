import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { MillionFigures } from './batches/million'

/** The number of lines in the measured batch: 100,000, so that a benchmark run takes minutes. */
const lines = 100_000

/** This process's settings select another store. */
const unset = { REDIS_URL: undefined, DATA_DIR: undefined }

/** The seconds that a million lines would take, with identifiers only, and the same in a plain loop. */
export interface MillionLines {
  sent: number
  run: number
  fetched: number
  loop: number
  /** The processor time of the app's run, divided by that of the loop. */
  runOverLoop: number
}

/**
 * Runs `npm run task bench:batches` with fewer lines, in a separate process because it has its own store, and reads its
 * figures.
 */
export function measureMillion(): MillionLines {
  execFileSync(process.execPath, ['scripts/run.mjs', 'tests/bench/batches/main.ts'], {
    env: { ...process.env, ...unset, LINES: String(lines) },
    encoding: 'utf8',
  })
  const { figures }: { figures: MillionFigures } = JSON.parse(readFileSync('dist/load/batches-million.json', 'utf8'))
  const secondsOf = (step: 'sent' | 'run' | 'fetched' | 'loop') => (figures[step].wall * 1_000_000) / lines
  return {
    sent: secondsOf('sent'),
    run: secondsOf('run'),
    fetched: secondsOf('fetched'),
    loop: secondsOf('loop'),
    runOverLoop: figures.run.processor / figures.loop.processor,
  }
}
