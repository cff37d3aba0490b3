import { expect, test } from 'vitest'
import { cellText } from '@/server/features/lists/row-cell'

test.each<[input: unknown, column: string, text: string]>([
  [{ Client: ' Café Anna ', link: 'x' }, 'Client', 'Café Anna'],
  [{ id: 4711 }, 'id', '4711'],
  [{ Client: 'Café Anna' }, 'client', ''],
  [{ '': 'without a heading' }, '', ''],
  [{ name: { first: 'Anna' } }, 'name', ''],
  [{ name: null }, 'name', ''],
  [{}, 'constructor', ''],
  [['Café Anna'], '0', 'Café Anna'],
  ['Café Anna', 'name', ''],
  [null, 'name', ''],
])('the text of %j in %j is %j', (input, column, text) => {
  expect(cellText(input, column)).toBe(text)
})
