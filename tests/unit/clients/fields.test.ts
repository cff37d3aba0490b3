import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { batchOutput } from '@/server/entrances/trpc/batches/schemas'
import { convertOutput, resolveOutput } from '@/server/entrances/trpc/listings/schemas'
import { eventsOutput, listingsOutput, watchlistOutput } from '@/server/entrances/trpc/watchlists/schemas'
import { searchResultShape } from '@/server/features/listings/shapes'
import { addedHeadings } from '@/server/features/lists/added-columns'
import { batchListing, rowShape } from '@/server/features/lists/row'

const python = readFileSync('clients/python/pinref/__init__.py', 'utf8')
const appsScript = readFileSync('clients/apps-script/pinref.gs', 'utf8')

/** Returns the fields of a class of the Python client, with those of its base class. */
function fieldsOf(name: string): string[] {
  const [, base = '', body = ''] =
    new RegExp(`^class ${name}\\((\\w+)\\):\\n((?:(?: {4}.*)?\\n)*)`, 'm').exec(python) ?? []
  const inherited = base === 'TypedDict' ? [] : fieldsOf(base)
  return [...inherited, ...[...body.matchAll(/^ {4}(\w+): /gm)].map(([, field = '']) => field)]
}

test.each([
  ['Listing', resolveOutput],
  ['Candidate', searchResultShape],
  ['Conversion', convertOutput],
  ['Batch', batchOutput],
  ['BatchListing', batchListing],
  ['BatchRow', rowShape],
  ['Watchlist', watchlistOutput],
  ['WatchedListing', listingsOutput.shape.listings.element],
  ['WatchEvent', eventsOutput.shape.events.element],
] as const)('the Python client’s type %s has the fields of the response', (name, { shape }) => {
  expect(fieldsOf(name).sort()).toEqual(Object.keys(shape).sort())
})

test('the script for Google Sheets has each field of a listing', () => {
  const [, table = ''] = /^const FIELDS = \{\n(.*?)^\}/ms.exec(appsScript) ?? []
  const fields = [...table.matchAll(/^ {2}(\w+): /gm)].map(([, field = '']) => field)
  expect([...fields, 'moved_from', 'rate_limit'].sort()).toEqual(Object.keys(resolveOutput.shape).sort())
})

/** The columns of the fields that are not under their own name. */
const columnsOf: Readonly<Record<string, readonly string[]>> = {
  location: ['latitude', 'longitude'],
  moved_from: ['moved_from_cid', 'moved_from_place_id'],
  schema_hasmap: ['maps_url'],
}

test('a file has a column for each field of a listing', () => {
  const columns = Object.keys(batchListing.shape).flatMap((field) => columnsOf[field] ?? [field])
  expect(addedHeadings).toEqual(expect.arrayContaining(columns.map((column) => `pinref_${column}`)))
})
