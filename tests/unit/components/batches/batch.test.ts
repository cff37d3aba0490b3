import { describe, expect, it } from 'vitest'
import {
  type Batch,
  type BatchSort,
  batchWords,
  kindWords,
  nextSort,
  sortBatches,
  titleParts,
  waitReason,
} from '@/components/batches/batch'

const nowMs = Date.UTC(2026, 10, 22)
const words = (batch: Partial<Batch>) => waitReason({ reason: null, resumes_at: null, ...batch } as Batch, nowMs)

describe('standstillWords', () => {
  it('says why a batch is waiting, and until when', () => {
    expect(words({ state: 'waiting', reason: 'quota', resumes_at: '2026-11-25T00:00:00.000Z' })).toBe(
      'You’re out of lookups for this month. Resumes automatically in 3 days, or right away with a larger plan.',
    )
    expect(words({ state: 'waiting', reason: 'key_quota' })).toMatch(/Resumes automatically in 9 days\.$/)
    expect(words({ state: 'waiting', reason: 'key_daily_quota' })).toMatch(
      /for today\. Resumes automatically in 24 hours\.$/,
    )
    expect(words({ state: 'waiting', reason: 'failures' })).toMatch(/Resumes automatically in 24 hours\.$/)
    expect(words({ state: 'waiting', reason: 'upstream' })).toBe(
      'Google’s limits have been reached. Resumes automatically.',
    )
  })

  it('says why a batch is paused, and what to do', () => {
    expect(words({ state: 'paused' })).toMatch(/until you resume\./)
    expect(words({ state: 'paused', reason: 'key' })).toMatch(/Resume here/)
    expect(words({ state: 'paused', reason: 'suspended' })).toMatch(/suspended/)
  })

  it('says nothing about a batch that is running or finished', () => {
    expect(words({ state: 'running' })).toBeNull()
    expect(words({ state: 'finished' })).toBeNull()
  })
})

describe('kindWords', () => {
  it('says whether a batch was started with an API key or a test key', () => {
    expect(kindWords({ details: 'full', key_id: null, test: false } as Batch)).toBe('With ratings')
    expect(kindWords({ details: 'none', key_id: 'k', test: false } as Batch)).toBe('Identifiers only · API key')
    expect(kindWords({ details: 'none', key_id: 'k', test: true } as Batch)).toBe('Identifiers only · test key')
  })
})

describe('titleParts', () => {
  const title = (state: Batch['state'], [found = 0, toCheck = 0]: number[], name: string | null = 'Rome.csv') =>
    titleParts({
      name,
      state,
      line_counts: { total: 1_200, waiting: 1_200 - found - toCheck, found, to_check: toCheck },
    }).join(': ')

  it('says what was found, and how many lines need checking', () => {
    expect(title('finished', [1_176, 24])).toBe('Rome.csv: 1,176 found, 24 to check')
    expect(title('finished', [1_200])).toBe('Rome.csv: 1,200 found')
    expect(title('finished', [0, 1_200], null)).toBe('Batch: 0 found, 1,200 to check')
  })

  it('shows a batch’s progress, and whether it has stopped', () => {
    expect(title('queued', [])).toBe('Rome.csv: 0 of 1,200 looked up')
    expect(title('running', [38, 2])).toBe('Rome.csv: 40 of 1,200 looked up')
    expect(title('waiting', [40])).toBe('Rome.csv: waiting after 40 of 1,200')
    expect(title('paused', [40])).toBe('Rome.csv: paused after 40 of 1,200')
    expect(title('cancelled', [40])).toBe('Rome.csv: canceled after 40 of 1,200')
    expect(title('failed', [40])).toBe('Rome.csv: stopped after 40 of 1,200')
    expect(title('receiving', [])).toBe('Rome.csv: not started')
  })
})

describe('the list of batches', () => {
  const batches = [
    ['Shop 10', 3],
    [null, 9],
    ['shop 2', 5],
    ['Éclair', 1],
  ].map(([name, total], index) => ({
    name,
    created_at: `2026-11-2${index}T00:00:00.000Z`,
    line_counts: { total },
  })) as Batch[]
  const names = (by: BatchSort['by'], direction: BatchSort['direction']) =>
    sortBatches(batches, { by, direction }).map(({ name }) => name)

  it('is sorted by day, by count, or by name, with numbers in numeric order and unnamed batches last', () => {
    expect(names('name', 'ascending')).toEqual(['Éclair', 'shop 2', 'Shop 10', null])
    expect(names('name', 'descending')).toEqual(['Shop 10', 'shop 2', 'Éclair', null])
    expect(names('created_at', 'descending')).toEqual(['Éclair', 'shop 2', null, 'Shop 10'])
    expect(names('total', 'descending')).toEqual([null, 'shop 2', 'Shop 10', 'Éclair'])
  })

  it('sorts a column from A or from the highest count, and reverses the order on the second click', () => {
    const first = nextSort({ by: 'created_at', direction: 'descending' }, 'name')
    expect([first, nextSort(first, 'name')]).toEqual([
      { by: 'name', direction: 'ascending' },
      { by: 'name', direction: 'descending' },
    ])
    expect(nextSort(first, 'found').direction).toBe('descending')
  })

  it('identifies a batch by its name or its time', () => {
    expect(batchWords({ name: 'Rome', created_at: '2026-11-22T12:00:00.000Z' })).toBe('“Rome”')
    expect(batchWords({ name: null, created_at: '2026-11-22T12:00:00.000Z' })).toMatch(/^the batch from Nov 2\d, 2026/)
  })
})
