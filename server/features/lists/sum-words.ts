import { bucketsToCheck, type ListSums } from './row-state'

const number = (value: number): string => value.toLocaleString('en')

const count = (value: number, thing: string): string => `${number(value)} ${thing}${value === 1 ? '' : 's'}`

/** Divides the rows of a list: "301 rows: 2 headings, 18 blank, 281 lines." */
export function rowsWords({
  rows,
  headings,
  blank,
  lines,
}: Pick<ListSums, 'rows' | 'headings' | 'blank' | 'lines'>): string {
  if (rows === lines) return `${count(lines, 'line')}.`
  const parts = [
    headings > 0 && count(headings, 'heading'),
    blank > 0 && `${number(blank)} blank`,
    count(lines, 'line'),
  ].filter((part) => part !== false)
  return `${count(rows, 'row')}: ${parts.join(', ')}.`
}

/** Divides the lines of a list: "200 found, 81 to check: 3 unreadable, 78 not sent. 54 duplicates." */
export function linesWords(
  sums: Pick<ListSums, 'found' | 'waiting' | 'to_check' | (typeof bucketsToCheck)[number]>,
  duplicates: number,
): string {
  const named = (value: number, words: string) => (value > 0 ? [`${number(value)} ${words}`] : [])
  const causes = bucketsToCheck.flatMap((bucket) => named(sums[bucket], bucketWords[bucket])).join(', ')
  const parts = [
    ...named(sums.found, 'found'),
    ...named(sums.waiting, 'waiting'),
    ...named(sums.to_check, `to check: ${causes}`),
  ].join(', ')
  return [parts && `${parts}.`, duplicates > 0 && `${count(duplicates, 'duplicate')}.`].filter(Boolean).join(' ')
}

const bucketWords = {
  name_differs: 'with a different name',
  not_found: 'not found',
  failed: 'failed',
  unreadable: 'unreadable',
  not_sent: 'not sent',
} as const
