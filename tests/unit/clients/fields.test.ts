import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { resolveOutput } from '@/server/entrances/trpc/listings/schemas'
import { addedHeadings } from '@/server/features/lists/added-columns'
import { batchListing } from '@/server/features/lists/row'

const appsScript = readFileSync('clients/apps-script/pinref.gs', 'utf8')

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
