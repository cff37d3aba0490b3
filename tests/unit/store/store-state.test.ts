import { expect, test, vi } from 'vitest'
import { type StorePolicy, type StoreProbe, stateOf } from '@/server/platform/store/state-names'
import { faultOf, faultText, lastingFault } from '@/server/platform/store/store-advice'
import { createWarningLog, reasonOf } from '@/server/platform/store/store-state'
import { gapsIn } from '@/server/platform/store/tcp'

test.each([
  ["READONLY You can't write against a read only replica.", 'read_only'],
  ['MISCONF Redis is configured to save RDB snapshots, but it is unable to persist to disk.', 'read_only'],
  ['NOREPLICAS Not enough good replicas to write.', 'read_only'],
  ["OOM command not allowed when used memory > 'maxmemory'.", 'full'],
  ['MISCONF Errors writing to the AOF file: No space left on device', 'disk_full'],
  ["ENOSPC: no space left on device, mkdir '/data/redis.lock'", 'disk_full'],
  ['NOAUTH Authentication required.', 'unauthorized'],
  ["NOPERM User pinref has no permissions to run the 'set' command", 'unauthorized'],
  ['the store’s REST endpoint answered 401', 'unauthorized'],
  ['LOADING Redis is loading the dataset in memory', 'unreachable'],
  ['self-signed certificate', 'unreachable'],
])('readiness shows the cause of “%s”: %s', (reason, fault) => {
  expect(faultOf(reason)).toBe(fault)
})

test('the operator reads what is wrong with the store, why, and what to do', () => {
  const whole: StoreProbe = { fault: null, reason: null, failedNodes: [] }
  expect([stateOf(whole), faultText(whole)]).toEqual(['ok', null])
  const reason = 'MISCONF Errors writing to the AOF file: No space left on device'
  const full: StoreProbe = { fault: 'disk_full', reason, failedNodes: [] }
  expect([stateOf(full), faultText(full)]).toEqual(['disk_full', expect.stringMatching(/disk is full\. Free up space/)])
  expect(faultText(full)).toContain(`(${reason}).`)
  const node = { node: '10.0.0.2:6379', fault: 'unreachable', reason: 'connect ECONNREFUSED 10.0.0.2:6379' } as const
  const partial: StoreProbe = { fault: null, reason: null, failedNodes: [node] }
  expect([stateOf(partial), faultText(partial)]).toEqual([
    'partial',
    expect.stringMatching(/^A part of the cluster .*10\.0\.0\.2:6379 \(connect ECONNREFUSED .* others are served/),
  ])
})

test('hash slots without a node are found as ranges', () => {
  const node = ['127.0.0.1', 7000, 'id']
  expect(gapsIn([[0, 16_383, node]])).toEqual([])
  expect(
    gapsIn([
      [901, 16_381, node],
      [3, 899, node],
    ]),
  ).toEqual(['0-2', '900', '16382-16383'])
  expect(gapsIn([])).toEqual(['0-16383'])
})

test('startup continues without a store that may come back', () => {
  for (const reason of [
    'connect ECONNREFUSED 127.0.0.1:6379',
    'LOADING Redis is loading',
    'READONLY You can not write',
  ]) {
    expect(lastingFault(reason)).toBeNull()
  }
})

test('the operator sees the innermost cause of a failed connection', () => {
  const fetched = new TypeError('fetch failed', { cause: new Error('unable to verify the first certificate') })
  expect(reasonOf(new Error('unavailable', { cause: fetched }), undefined)).toBe(
    'unable to verify the first certificate',
  )
  const addresses = new AggregateError([new Error('connect ECONNREFUSED ::1:6379')])
  expect(reasonOf(new Error('unavailable', { cause: 'closed' }), addresses)).toBe('closed')
  expect(reasonOf(new Error('unavailable', { cause: new Error('closed') }), addresses)).toContain('ECONNREFUSED')
})

test('a setting that lets the store lose data is logged when the store comes up, not at every check', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const safe: StorePolicy = { eviction: 'noeviction', appendOnly: true, isAcceptanceLasting: true }
  const evicting = { ...safe, eviction: 'allkeys-lru' }
  const bare = { ...evicting, appendOnly: false, isAcceptanceLasting: false }
  const policies = [evicting, evicting, bare, bare, safe, { ...safe, eviction: null, appendOnly: null }, evicting]
  const tell = createWarningLog(async () => policies.shift() ?? safe)
  while (policies.length > 0) await tell()
  const warnings = written.mock.calls.map(([line]) => JSON.parse(String(line)).warning)
  written.mockRestore()
  expect(warnings).toEqual(['evicts_keys', 'no_append_only_file', 'no_store_id', 'evicts_keys'])
})
