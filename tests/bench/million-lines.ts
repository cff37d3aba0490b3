import { execFileSync } from 'node:child_process'

/** The number of lines in the measured batch: 100,000, so that a benchmark run takes minutes. */
const lines = 100_000

/** This process's settings select another store. */
const unset = { REDIS_URL: undefined, DATA_DIR: undefined }

/** The seconds that a million lines would take, with identifiers only. */
export interface MillionLines {
  sent: number
  run: number
  fetched: number
}

/**
 * Runs `npm run task bench:batches` with fewer lines, in a separate process because it has its own store, and reads its
 * output.
 */
export function measureMillion(): MillionLines {
  const output = execFileSync(process.execPath, ['scripts/run.mjs', 'tests/bench/batches/main.ts'], {
    env: { ...process.env, ...unset, LINES: String(lines) },
    encoding: 'utf8',
  })
  const secondsOf = (step: string) => {
    const [, seconds] = new RegExp(`^${step}: ([\\d.]+) s`, 'm').exec(output) ?? []
    return (Number(seconds) * 1_000_000) / lines
  }
  return { sent: secondsOf('sent in parts'), run: secondsOf('run'), fetched: secondsOf('fetched as CSV') }
}
