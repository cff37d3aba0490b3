import { count, type Table } from '../load/report'
import type { Failover } from './failover'
import { type Figures, outageMs, type Row, rowsOf } from './figures'
import type { Load } from './load'
import type { Memory, MemoryByKind } from './memory'
import type { Cost, Spread } from './spread'
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

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0)

/** Returns what accounts and keys take in the store as tables. */
export function memoryTables(memory: Memory, kinds: { before: MemoryByKind; after: MemoryByKind }): Table[] {
  const { filled, account, apiKey, redisKeysPerAccount, extrapolated } = memory
  const sizes = filled.map((one) => [
    'measured',
    count(one.accounts),
    count(one.apiKeys),
    count(one.redisKeys),
    megabytes(one.bytes),
  ])
  const lines = [account, apiKey].map(({ slope, deviation }) => `${count(slope)} (${(deviation * 100).toFixed(1)}%)`)
  return [
    {
      title: 'Used memory of the masters',
      head: ['', 'accounts', 'API keys', 'Redis keys', 'MB'],
      rows: [
        ...sizes,
        [
          'extrapolated',
          count(extrapolated.accounts),
          count(extrapolated.apiKeys),
          count(extrapolated.redisKeys),
          megabytes(extrapolated.bytes),
        ],
      ],
      note: `Bytes (largest deviation from the line): ${lines[0]} for an account with a key, ${lines[1]} for each further key. Redis keys for an account: ${redisKeysPerAccount.toFixed(1)}`,
    },
    {
      title: 'MEMORY USAGE of an account, in bytes',
      head: ['', 'after the load', 'after calls on thirty days'],
      rows: Object.keys(kinds.before).map((kind) => [
        kind,
        count(kinds.before[kind] ?? Number.NaN),
        count(kinds.after[kind] ?? Number.NaN),
      ]),
    },
  ]
}

/** Returns the costs of calls from few and from all accounts as a table. */
export function costTable(accounts: number, { few, all, fewAccounts }: Spread): Table {
  const row = (name: string, of: (cost: Cost) => number) => [
    name,
    of(few).toFixed(0),
    of(all).toFixed(0),
    (of(all) / of(few)).toFixed(2),
  ]
  return {
    title: `CPU time of a call from ${count(fewAccounts)} and from ${count(accounts)} accounts, in turns`,
    head: ['µs', count(fewAccounts), count(accounts), 'ratio'],
    rows: [
      row('worker', ({ workerMicros }) => workerMicros),
      row('master', ({ masterMicros }) => masterMicros),
      row('replica', ({ replicaMicros }) => replicaMicros),
      row('admission script', ({ scriptMicros }) => scriptMicros),
    ],
    note: `${count(few.calls)} and ${count(all.calls)} conversions`,
  }
}
