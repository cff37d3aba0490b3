import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { batchOutput } from '@/server/entrances/trpc/batches/schemas'
import { convertOutput, resolveOutput } from '@/server/entrances/trpc/listings/schemas'
import { eventsOutput, listingsOutput, watchlistOutput } from '@/server/entrances/trpc/watchlists/schemas'
import { searchResultShape } from '@/server/features/listings/shapes'
import { batchListing, rowShape } from '@/server/features/lists/row'

const source = readFileSync('clients/python/pinref/__init__.py', 'utf8')

/** Returns the fields of a class of the Python client, with those of its base class. */
function fieldsOf(name: string): string[] {
  const [, base = '', body = ''] =
    new RegExp(`^class ${name}\\((\\w+)\\):\\n((?:(?: {4}.*)?\\n)*)`, 'm').exec(source) ?? []
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
