import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createStateLog } from '@/server/platform/store/state-log'
import type { NodeFault, StoreProbe } from '@/server/platform/store/state-names'
import { failedProbe, replacedProbe } from '@/server/platform/store/store-state'

let lines: string[]
beforeEach(() => {
  lines = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => {
    const { level, store, message } = JSON.parse(String(line))
    lines.push(`${level} ${store} ${message}`)
    return true
  })
})
afterEach(() => void vi.restoreAllMocks())

const ok: StoreProbe = { fault: null, reason: null, failedNodes: [] }
const readOnly = failedProbe("READONLY You can't write against a read only replica.")
const away = failedProbe('connect ECONNREFUSED 127.0.0.1:6379')
const node = (port: number): NodeFault => ({ node: `10.0.0.1:${port}`, fault: 'unreachable', reason: 'ECONNREFUSED' })
const partial = (...ports: number[]): StoreProbe => ({ fault: null, reason: null, failedNodes: ports.map(node) })

/** Returns the level and state of each line that these probes cause. */
function linesOf(...probes: StoreProbe[]): string[] {
  const write = createStateLog()
  for (const probe of probes) write(probe)
  return lines.map((line) => line.split(' ', 2).join(' '))
}

test('a fault is logged once with its cause and remedy, and so is its end', () => {
  expect(linesOf(ok, readOnly, readOnly, readOnly, ok, ok)).toEqual(['error read_only', 'info ok'])
  expect(lines[0]).toMatch(/is a read-only replica\. Set REDIS_URL to its primary.*\(READONLY You can't write/)
})

test('a fault that only one probe finds is not logged, nor is the store that works again', () => {
  expect(linesOf(ok, away, ok, away, ok)).toEqual([])
})

test('a fault that becomes another one is logged again, but not if that comes and goes', () => {
  expect(linesOf(away, away, readOnly, away, readOnly, readOnly, ok)).toEqual([
    'error unreachable',
    'error read_only',
    'info ok',
  ])
})

test('a store that can’t be used in two ways in a row is logged as it was found last', () => {
  expect(linesOf(away, readOnly)).toEqual(['error read_only'])
})

test('a rejected store is logged at once', () => {
  expect(linesOf(replacedProbe('the store was emptied'), ok)).toEqual(['error replaced', 'info ok'])
})

test('each further part of a cluster that is lost is logged', () => {
  expect(linesOf(partial(1), partial(1), partial(2, 1), partial(1, 2), partial(1, 2), ok)).toEqual([
    'error partial',
    'error partial',
    'info ok',
  ])
  expect(lines[1]).toContain('10.0.0.1:1 (ECONNREFUSED), 10.0.0.1:2 (ECONNREFUSED)')
})

test('a store that is being prepared is not logged as an error', () => {
  const preparing: StoreProbe = { fault: 'preparing', reason: null, failedNodes: [] }
  expect(linesOf(away, away, preparing, preparing, ok)).toEqual(['error unreachable', 'info preparing', 'info ok'])
})
