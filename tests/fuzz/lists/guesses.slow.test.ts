import fc from 'fast-check'
import { describe, test } from 'vitest'
import { countries } from '@/server/features/listings/country'
import { guessColumns } from '@/server/features/lists/columns'
import { countryInAddress, countryOf } from '@/server/features/lists/country-names'
import { columnNames, headingRow } from '@/server/features/lists/headings'
import { nameMatch } from '@/server/features/lists/name-match'
import { claim, fuzz } from '../settings'

const parts = fc.constantFrom(
  ...[
    'Café',
    'Anna',
    'GmbH',
    '& Co. KG',
    'S.L.',
    'Filiale',
    '12',
    '東京',
    'タワー',
    '渋谷店',
    '(株)',
    'مطعم',
    'Name',
    'Straße',
    'PLZ',
  ],
  ...[
    'Link',
    'https://maps.google.com/?cid=5822041866838061234',
    'ChIJrRMgU7ZhLxMRxAOFkC7I8Sg',
    'a@b.de',
    '5.8E+18',
    'Germany',
    ',',
    ' ',
    '',
  ],
)
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(parts, { maxLength: 6 }).map((words) => words.join(' ')),
)

describe('for any text', () => {
  test('two names compare alike in both directions, and a name with itself as the same', () => {
    const check = (a: string, b: string) => {
      claim(nameMatch(a, b) === nameMatch(b, a), 'another result the other way round', a, b)
      claim([null, 'same'].includes(nameMatch(a, a)), 'a name differs from itself', a)
    }
    fc.assert(fc.property(text, text, check), fuzz(20_000))
  })

  test('a country is one of the list, or none', () => {
    const known = new Set<string | null>([null, ...countries])
    const check = (cell: string) =>
      claim(known.has(countryOf(cell)) && known.has(countryInAddress(cell)), 'an unknown country', cell)
    fc.assert(fc.property(text, check), fuzz(20_000))
  })

  test('headings and columns are those of the sheet, and no column is guessed twice', () => {
    const sheet = fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 8 })
    const check = (rows: string[][]) => {
      const heading = headingRow(rows)
      claim(heading >= 0 && heading <= rows.length, 'no row of the sheet', rows, heading)
      const names = columnNames(rows, heading)
      claim(new Set(names).size === names.length, 'a name twice', names)
      const { address, ...others } = guessColumns(names, rows.slice(heading))
      const guessed = [...address, ...Object.values(others)].filter((index) => index !== null)
      claim(new Set(guessed).size === guessed.length, 'a column twice', rows, guessed)
      claim(
        guessed.every((index) => index >= 0 && index < names.length),
        'no column of the sheet',
        rows,
        guessed,
      )
    }
    fc.assert(fc.property(sheet, check), fuzz(2_000))
  })
})
