import type { Table } from '../load/report'
import type { Failover } from './failover'
import { type Figures, outageMs, type Row, rowsOf } from './figures'
import type { Load } from './load'
import type { Verdict } from './verdict'

const head = ['', 'calls', '200', '429', '500', 'p50 ms', 'p99 ms', 'max ms']

/** Returns the simulation's figures as tables. */
export function tablesOf(accounts: number, load: Load, seconds: number, failover: Failover, verdict: Verdict): Table[] {
  const { wasHeld, killedMs, tookOverMs } = failover
  const held = wasHeld.filter(Boolean).length
  const rows = rowsOf(load.calls, failover)
  const { usedUp, lost, lostWithinMs, beyond, maxBeyond } = verdict
  return [
    table(`The ${held} accounts on the node that failed (seconds from then)`, rows, ({ failing }) => failing),
    table(`The ${accounts - held} accounts on the other nodes`, rows, ({ others }) => others),
    {
      title: `${load.calls.length} calls of ${accounts} accounts in ${seconds.toFixed(0)} s`,
      head: ['', ''],
      rows: [
        ['calls in flight at most', `${load.most()}`],
        ['until the replica had taken over, ms', (tookOverMs - killedMs).toFixed(0)],
        ['until the last call failed, ms', outageMs(load.calls, failover).toFixed(0)],
        ['accounts that used up their quotas', `${usedUp}`],
        ['calls answered 200 whose count died with the master', `${lost}`],
        ['of these, the earliest before it died, ms', lostWithinMs.toFixed(0)],
        ['calls answered 200 over a quota', `${beyond}`],
        ['of these, at most of one account', `${maxBeyond}`],
      ],
    },
  ]
}

function table(title: string, rows: readonly Row[], figuresOf: (row: Row) => Figures): Table {
  const cells = rows.map((row) => {
    const { calls, ok, refused, failed, p50Ms, p99Ms, maxMs } = figuresOf(row)
    const times = [p50Ms, p99Ms, maxMs].map((ms) => (Number.isNaN(ms) ? '-' : ms.toFixed(1)))
    return [row.name, ...[calls, ok, refused, failed].map(String), ...times]
  })
  return { title, head, rows: cells }
}
