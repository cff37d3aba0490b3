import { expect, test } from 'vitest'
import { listLines, planBulk } from '@/components/bulk/input-lines'
import { groupLabel, groupSkipped, isUnreadableLine } from '@/components/bulk/skipped'

const text = [
  ...['https://example.com/', 'https://maps.app.goo.gl/', 'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg', 'Cafe Roma', '2.95036E+18'],
  ...['https://www.google.com/maps/dir/Rome/Milan', 'https://example.org/', '41.89, 12.49', 'ChIJrRMgU7ZhLxMRxAO'],
  ...['ChIJrRMgU7ZhLxMRxAOFkC7I8Sg ChIJaXQRs6lZwokRY6EFpJnhNNE', '!!!', 'https://maps.google.com/?cid=295035…'],
].join('\n')
const planned = (details: 'none' | 'full') => planBulk({ lines: listLines(text), columns: [] }, details).lines

test('lines that are not looked up are grouped by cause, names first and then the larger groups', () => {
  const groups = groupSkipped(planned('none'))
  expect(groups.map((group) => [groupLabel(group), group.lines.map(({ number }) => number)])).toEqual([
    ['1 name', [4]],
    ['2 not Google Maps', [1, 7]],
    ['2 cut off', [2, 12]],
    ['2 damaged', [5, 9]],
    ['2 without a single listing', [6, 8]],
    ['1 with several listings', [10]],
    ['1 not recognized', [11]],
  ])
})

test('names are no fault, and are looked up with full details', () => {
  expect(planned('none').filter(isUnreadableLine)).toHaveLength(10)
  expect(groupSkipped(planned('full')).map(({ cause }) => cause)).not.toContain('name')
  expect(planned('full').filter(isUnreadableLine)).toHaveLength(10)
})
