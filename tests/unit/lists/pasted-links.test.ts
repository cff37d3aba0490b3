import { expect, test } from 'vitest'
import { withPastedLinks } from '@/server/features/lists/pasted-links'

const link = 'https://maps.google.com/?cid=2950359333223072708&hl=en'
const html = (...rows: string[]) =>
  `<meta charset="utf-8"><table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`

test('the links behind texts get their own column, named after the column of the texts', () => {
  const rows = [
    ['Shop', 'Maps'],
    ['Roma', 'Profile'],
    ['Lux', ''],
  ]
  const escaped = link.replaceAll('&', '&amp;')
  const excel = html(
    '<td>Shop</td><td>Maps</td>',
    `<td>Roma</td><td><a href="${escaped}">Profile</a></td>`,
    '<td>Lux</td><td></td>',
  )
  const sheets = html(
    '<td>Shop</td><td>Maps</td>',
    `<td>Roma</td><td data-sheets-hyperlink="${escaped}">Profile</td>`,
    '<td>Lux</td><td></td>',
  )
  const expected = [
    ['Shop', 'Maps', 'Maps (link)'],
    ['Roma', 'Profile', link],
    ['Lux', '', ''],
  ]
  expect(withPastedLinks(rows, excel)).toEqual(expected)
  expect(withPastedLinks(rows, sheets)).toEqual(expected)
})

test('merged cells do not move links to another column', () => {
  const rows = [
    ['A', '', 'x'],
    ['B', 'C', 'x'],
    ['', 'D', 'x'],
  ]
  const copied = html(
    `<td colspan=2>A</td><td><a href='${link}1'>x</a></td>`,
    `<td rowspan="2">B</td><td>C</td><td><a href='${link}2'>x</a></td>`,
    `<td>D</td><td><a href='${link}3'>x</a></td>`,
  )
  expect(withPastedLinks(rows, copied).map((row) => row[3])).toEqual([`${link}1`, `${link}2`, `${link}3`])
})

test('a table is unchanged if its links are its texts, or if the HTML has other rows', () => {
  const rows = [['Roma', link]]
  const own = `<td>Roma</td><td><a href="${link.replaceAll('&', '&amp;')}">${link}</a></td>`
  expect(withPastedLinks(rows, html(own))).toEqual(rows)
  expect(withPastedLinks(rows, html(own.replace('cid=', 'cid=1'), '<td>Lux</td>'))).toEqual(rows)
})
