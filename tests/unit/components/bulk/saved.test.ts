import { expect, test } from 'vitest'
import type { BulkPlan } from '@/components/bulk/input-lines'
import type { Outcome } from '@/components/bulk/outcome'
import { saveDraft, savedDraft, savedRun, saveRun } from '@/components/bulk/saved'

function tab(): Pick<Storage, 'getItem' | 'setItem'> {
  const held = new Map<string, string>()
  return { getItem: (place) => held.get(place) ?? null, setItem: (place, text) => void held.set(place, text) }
}

const plan: BulkPlan = {
  lines: [
    { number: 1, text: '1', job: 0, cause: null, fault: null, sameAs: null },
    { number: 3, text: '2', job: 1, cause: null, fault: null, sameAs: null },
  ],
  columns: [],
  jobs: [
    { operation: 'resolve', url: '1' },
    { operation: 'resolve', url: '2' },
  ],
  dropped: 0,
}
const failed: Outcome = {
  state: 'failed',
  problem: { title: 'No such listing', detail: 'None', code: 'listing_not_found' },
}

test('a saved run is restored, and its unfinished lookups wait again', () => {
  const storage = tab()
  saveRun(storage, { plan, details: 'checked', outcomes: [failed, { state: 'asking' }] })
  expect(savedRun(storage)).toEqual({ plan, details: 'checked', outcomes: [failed, { state: 'waiting' }] })
})

test('a saved run that is damaged or from another version is ignored', () => {
  const before = JSON.stringify({ version: 3, plan, outcomes: [failed, failed] })
  const unfit = JSON.stringify({ version: 4, plan, details: 'none', outcomes: [] })
  for (const text of ['', 'null', '{', '[]', '{"version":0}', before, unfit]) {
    expect(savedRun({ getItem: () => text }), text).toBeNull()
  }
})

test('typed lines are restored, even alongside a saved run', () => {
  const storage = tab()
  expect(savedDraft(storage)).toBe('')
  saveRun(storage, { plan, details: 'none', outcomes: [failed, failed] })
  saveDraft(storage, 'a\nb')
  expect(savedDraft(storage)).toBe('a\nb')
  expect(savedRun(storage)).not.toBeNull()
})

test('saving and restoring do not throw if the browser refuses storage', () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  saveRun({ setItem: refuse }, { plan, details: 'none', outcomes: [failed, failed] })
  saveDraft({ setItem: refuse }, 'a')
  expect(savedRun({ getItem: refuse })).toBeNull()
  expect(savedDraft({ getItem: refuse })).toBe('')
})
