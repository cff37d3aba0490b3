import { expect, test } from 'vitest'
import { callsByDay, kindWords } from '@/components/usage/calls-by-day'
import { usageCsv } from '@/components/usage/calls-card'

const days = [
  { day: 3, operation: 'resolve', outcome: 'ok', count: 1_400 },
  { day: 3, operation: 'resolve', outcome: 'failed', count: 2 },
  { day: 30, operation: 'convert', outcome: 'rejected', count: 5 },
]

test('every day of a month is listed, even days without calls', () => {
  expect(callsByDay('2026-11', days)).toHaveLength(30)
  expect(callsByDay('2026-12', [])).toHaveLength(31)
  expect(callsByDay('2028-02', [])).toHaveLength(29)
})

test('a day’s calls add up to the same total by operation and by outcome', () => {
  const [, , third, , ...rest] = callsByDay('2026-11', days)
  expect(third).toMatchObject({ day: 3, total: 1_402, counts: { resolve: 1_402, ok: 1_400, failed: 2 } })
  expect(rest.at(-1)).toMatchObject({ day: 30, total: 5, counts: { convert: 5, rejected: 5 } })
})

test('a day’s calls are shown by operation, with the outcomes of each', () => {
  expect(kindWords(callsByDay('2026-11', days)[2]?.kinds ?? [])).toEqual([
    { operation: 'Resolve', words: '1,400 succeeded, 2 refunded' },
  ])
})

test('the CSV has one line for each day, operation, and outcome, with dates that sort', () => {
  expect(usageCsv({ month: '2026-11', days })).toBe(
    'date,operation,outcome,calls\r\n2026-11-03,resolve,ok,1400\r\n2026-11-03,resolve,failed,2\r\n2026-11-30,convert,rejected,5\r\n',
  )
})
