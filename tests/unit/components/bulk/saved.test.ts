import { expect, test } from 'vitest'
import type { JobOutcome } from '@/components/bulk/outcome'
import { saveDraft, savedDraft, savedRun, saveRun } from '@/components/bulk/saved'
import { planOf, readList } from './read-input'

function tab(): Pick<Storage, 'getItem' | 'setItem'> {
  const held = new Map<string, string>()
  return { getItem: (place) => held.get(place) ?? null, setItem: (place, text) => void held.set(place, text) }
}

const plan = planOf(readList('2950359333223072708\n\n17759648132674796470'), { listing: true })
const list = { plan, fileName: 'shops.xlsx', originalId: 'file-1' }
const failed: JobOutcome = {
  state: 'failed',
  problem: { title: 'Listing not found', detail: 'None', code: 'listing_not_found' },
}

test('a saved run is restored, and its unfinished lookups are waiting again', () => {
  const storage = tab()
  saveRun(storage, { ...list, outcomes: [failed, { state: 'asking' }] })
  expect(savedRun(storage)).toEqual({ ...list, outcomes: [failed, { state: 'waiting' }] })
})

test('a saved run that is damaged or from another version is ignored', () => {
  const before = JSON.stringify({ version: 5, ...list, outcomes: [failed, failed] })
  const unfit = JSON.stringify({ version: 7, ...list, outcomes: [] })
  for (const text of ['', 'null', '{', '[]', '{"version":0}', before, unfit]) {
    expect(savedRun({ getItem: () => text }), text).toBeNull()
  }
})

test('typed lines are restored, even alongside a saved run', () => {
  const storage = tab()
  expect(savedDraft(storage)).toBe('')
  saveRun(storage, { ...list, outcomes: [failed, failed] })
  saveDraft(storage, 'a\nb')
  expect(savedDraft(storage)).toBe('a\nb')
  expect(savedRun(storage)).not.toBeNull()
})

test('saving and restoring do not throw if the browser blocks storage', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  saveRun({ setItem: refuse }, { ...list, outcomes: [failed, failed] })
  saveDraft({ setItem: refuse }, 'a')
  expect(savedRun({ getItem: refuse })).toBeNull()
  expect(savedDraft({ getItem: refuse })).toBe('')
})
