import { expect, test, vi } from 'vitest'
import {
  createWarningLog,
  faultOf,
  lastingFault,
  reasonOf,
  type StorePolicy,
} from '@/server/platform/store/store-state'

test.each([
  ["READONLY You can't write against a read only replica.", 'read_only'],
  ['MISCONF Redis is configured to save RDB snapshots, but it is unable to persist to disk.', 'read_only'],
  ['NOREPLICAS Not enough good replicas to write.', 'read_only'],
  ["OOM command not allowed when used memory > 'maxmemory'.", 'full'],
  ['MISCONF Errors writing to the AOF file: No space left on device', 'full'],
  ['NOAUTH Authentication required.', 'unauthorized'],
  ["NOPERM User pinref has no permissions to run the 'set' command", 'unauthorized'],
  ['the store’s REST endpoint answered 401', 'unauthorized'],
  ['LOADING Redis is loading the dataset in memory', 'unreachable'],
  ['self-signed certificate', 'unreachable'],
])('readiness shows the cause of “%s”: %s', (reason, fault) => {
  expect(faultOf(reason)).toBe(fault)
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
