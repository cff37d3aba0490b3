import { mb, type Table } from '../load/report'
import { median } from '../load/statistics'
import { type Entry, isOk, type Ledger } from './ledger'
import type { FaultWindow, Happened } from './schedule'

/** Resident memory of the undisturbed process, in megabytes. */
export interface Memory {
  start: number
  middle: number
  end: number
}

const outcomeOf = ({ outcome }: Entry): string => {
  if (outcome.kind === 'answered') return outcome.code ? `${outcome.status} ${outcome.code}` : String(outcome.status)
  if (outcome.kind === 'hung') return 'hung'
  return `no answer (${outcome.code})`
}

const during = ({ from, to }: FaultWindow, { at, tookMs }: Entry) => at <= to && at + tookMs >= from

/** Returns a summary of the run. */
export function figures({ entries }: Ledger, { windows }: Happened, memory: Memory): Table {
  const groups = [{ name: 'all', of: entries as readonly Entry[] }]
  for (const name of new Set(windows.map((window) => window.name))) {
    const own = windows.filter((window) => window.name === name)
    groups.push({ name, of: entries.filter((entry) => own.some((window) => during(window, entry))) })
  }
  groups.push({
    name: 'nothing broken',
    of: entries.filter((entry) => !windows.some((window) => during(window, entry))),
  })
  const outcomes = [...new Set(entries.map(outcomeOf))].sort()
  const rows = outcomes.map((outcome) => [
    outcome,
    ...groups.map(({ of }) => String(of.filter((entry) => outcomeOf(entry) === outcome).length)),
  ])
  const slowest = groups.map(({ of }) => `${Math.round(of.reduce((most, { tookMs }) => Math.max(most, tookMs), 0))}`)
  const middle = groups.map(({ of }) => median(of.filter(isOk).map(({ tookMs }) => tookMs)).toFixed(1))
  const { start, middle: half, end } = memory
  return {
    title: 'Calls during each fault',
    head: ['', ...groups.map(({ name }) => name)],
    rows: [...rows, ['p50 of 200s, ms', ...middle], ['slowest, ms', ...slowest]],
    note: `Memory of one process: ${mb(start)} at the start, ${mb(half)} halfway, ${mb(end)} at the end.`,
  }
}
