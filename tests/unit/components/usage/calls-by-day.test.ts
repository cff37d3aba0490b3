import { expect, test } from 'vitest'
import { callsByDay, dayWords, groupedCalls, kindWords } from '@/components/usage/calls-by-day'
import { usageCsv } from '@/components/usage/usage-csv'

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

const of = (id: string, client: string | null, ...days: Array<[day: number, count: number]>) => ({
  id,
  isKey: id.startsWith('key_'),
  name: id.replace('key_', 'Key '),
  client,
  days: days.map(([day, count]) => ({ day, count })),
})
const usage = {
  month: '2026-11',
  days,
  sources: [
    of('key_a', 'Acme', [3, 10], [4, 5]),
    of('key_a', 'Globex, Inc.', [4, 1]),
    of('key_b', 'Acme', [3, 2]),
    of('unknown', null, [1, 7]),
  ],
}

test('calls by key and by client add up per day, and the most used come first', () => {
  const byKey = groupedCalls(usage, 'key')
  expect(byKey.parts.map(({ label }) => label)).toEqual(['Key a', 'unknown', 'Key b'])
  expect(byKey.days.map(({ total }) => total).filter(Boolean)).toEqual([7, 12, 6])
  expect(byKey.days[3]?.counts).toEqual({ key_a: 6 })
  const byClient = groupedCalls(usage, 'client')
  expect(byClient.parts.map(({ label }) => label)).toEqual(['Acme', 'No client', 'Globex, Inc.'])
  expect(byClient.days.slice(0, 4).map((day) => dayWords(day, byClient.parts))).toEqual([
    [{ name: 'No client', words: '7' }],
    [],
    [{ name: 'Acme', words: '12' }],
    [
      { name: 'Acme', words: '5' },
      { name: 'Globex, Inc.', words: '1' },
    ],
  ])
})

test('more than five keys share one part', () => {
  const sources = [1, 2, 3, 4, 5, 6, 7].map((count) => of(`key_${count}`, null, [1, count]))
  const { parts, days: grouped } = groupedCalls({ month: '2026-11', days, sources }, 'key')
  expect(parts.map(({ label }) => label)).toEqual(['Key 7', 'Key 6', 'Key 5', 'Key 4', 'Key 3', 'Others'])
  expect(grouped[0]).toMatchObject({ total: 28, counts: { key_7: 7, others: 3 } })
})

test('the CSV has one line for each day, operation, and outcome, with dates that sort', () => {
  expect(usageCsv(usage, 'outcome')).toBe(
    'date,operation,outcome,calls\r\n2026-11-03,resolve,ok,1400\r\n2026-11-03,resolve,failed,2\r\n2026-11-30,convert,rejected,5\r\n',
  )
})

test('the CSV by key has one line for each day, key, and client, and that by client one for the month', () => {
  expect(usageCsv(usage, 'key').split('\r\n')).toEqual([
    '\ufeffdate,key_id,key,client,calls',
    '2026-11-01,,unknown,,7',
    '2026-11-03,key_a,Key a,Acme,10',
    '2026-11-03,key_b,Key b,Acme,2',
    '2026-11-04,key_a,Key a,Acme,5',
    '2026-11-04,key_a,Key a,"Globex, Inc.",1',
    '',
  ])
  expect(usageCsv(usage, 'client').split('\r\n')).toEqual([
    '\ufeffmonth,client,calls',
    '2026-11,Acme,17',
    '2026-11,"Globex, Inc.",1',
    '2026-11,No client,7',
    '',
  ])
})
