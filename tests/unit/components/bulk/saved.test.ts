import { expect, test } from 'vitest'
import { type BulkPlan, noChoices, planBulk } from '@/components/bulk/input-lines'
import type { LineOutcome } from '@/components/bulk/outcome'
import { listLines } from '@/components/bulk/read-lines'
import { saveDraft, savedDraft, savedRun, saveRun } from '@/components/bulk/saved'
import { readInput } from './read-input'

function tab(): Pick<Storage, 'getItem' | 'setItem'> {
  const held = new Map<string, string>()
  return { getItem: (place) => held.get(place) ?? null, setItem: (place, text) => void held.set(place, text) }
}

const { counts, ...read } = readInput(listLines('2950359333223072708\n\n17759648132674796470'))
const plan: BulkPlan = planBulk(read, { ...noChoices, listing: true })
const failed: LineOutcome = {
  state: 'failed',
  problem: { title: 'Listing not found', detail: 'None', code: 'listing_not_found' },
}

test('a saved run is restored, and its unfinished lookups are waiting again', () => {
  const storage = tab()
  saveRun(storage, { plan, counts, outcomes: [failed, { state: 'asking' }] })
  expect(savedRun(storage)).toEqual({ plan, counts, outcomes: [failed, { state: 'waiting' }] })
})

test('a saved run that is damaged or from another version is ignored', () => {
  const before = JSON.stringify({ version: 4, plan, outcomes: [failed, failed] })
  const unfit = JSON.stringify({ version: 5, plan, counts, outcomes: [] })
  for (const text of ['', 'null', '{', '[]', '{"version":0}', before, unfit]) {
    expect(savedRun({ getItem: () => text }), text).toBeNull()
  }
})

test('typed lines are restored, even alongside a saved run', () => {
  const storage = tab()
  expect(savedDraft(storage)).toBe('')
  saveRun(storage, { plan, counts, outcomes: [failed, failed] })
  saveDraft(storage, 'a\nb')
  expect(savedDraft(storage)).toBe('a\nb')
  expect(savedRun(storage)).not.toBeNull()
})

test('saving and restoring do not throw if the browser blocks storage', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  saveRun({ setItem: refuse }, { plan, counts, outcomes: [failed, failed] })
  saveDraft({ setItem: refuse }, 'a')
  expect(savedRun({ getItem: refuse })).toBeNull()
  expect(savedDraft({ getItem: refuse })).toBe('')
})
