import * as z from 'zod'
import { createWatchlist } from '@/server/features/watchlists/change-watchlist'
import { findWatchlist } from '@/server/features/watchlists/find-watchlist'
import { maxAdded } from '@/server/features/watchlists/limits'
import { readNewListings } from '@/server/features/watchlists/listings'
import { allowOperations, type BatchOwner } from '../batches/owner'
import { createInput, createListingsInput, idInput } from './inputs'
import { needed, own } from './owner'
import { wireCreated, wireWatchlist } from './schemas'

const eitherMessage = 'Send either name, for a new watchlist, or watchlist_id, with listings.'

export const fillInput = z
  .strictObject({
    name: createInput.shape.name.optional().meta({ description: 'A name for a new watchlist.' }),
    watchlist_id: idInput.shape.id.optional().meta({ description: 'Instead of name: where to add listings.' }),
    listings: createListingsInput.shape.listings.optional().meta({
      description: `Up to ${maxAdded.toLocaleString('en')}. url: a link, place id, or CID. name and reference: the user's own.`,
      items: {
        type: 'object',
        properties: Object.fromEntries(['url', 'name', 'reference'].map((field) => [field, { type: 'string' }])),
        required: ['url'],
        additionalProperties: false,
      },
    }),
    batch_id: createInput.shape.batch_id.meta({
      description: 'With name: a finished batch whose listings to add.',
    }),
    client: createInput.shape.client.meta({ description: 'With name: the customer it is for.' }),
    closures: createInput.shape.closures.unwrap().optional().meta({
      description: 'With name: also check for closure; each check counts as a call.',
    }),
  })
  .refine(({ name, watchlist_id, listings, ...settings }) => {
    if (watchlist_id === undefined) return name !== undefined
    return name === undefined && listings !== undefined && Object.values(settings).every((one) => one === undefined)
  }, eitherMessage)

/**
 * Creates a watchlist with listings, or adds listings to one. Nothing is created if a listing has the wrong form.
 * @throws the errors of `createWatchlist` and `createListings`.
 */
export async function fillWatchlist(owner: BatchOwner, input: z.output<typeof fillInput>) {
  const { name = '', client = '', watchlist_id, listings, batch_id: batch, closures = 'off' } = input
  const { accountId, isTest } = owner
  allowOperations(owner, needed)
  const existing = watchlist_id === undefined ? null : await own(owner, watchlist_id)
  const addTo = listings === undefined ? null : await readNewListings(owner, listings, (existing ?? owner).isTest)
  const source = batch === undefined ? null : { batch, nameColumn: null, referenceColumn: null }
  const order = { name, client, period: 'weekly', closures, digest: 'off', isTest, source } as const
  const watchlist = existing ?? (await createWatchlist(owner, order))
  const created = addTo && wireCreated(watchlist.id, await addTo(watchlist))
  return { watchlist: wireWatchlist(await findWatchlist(accountId, watchlist.id), []), created }
}
