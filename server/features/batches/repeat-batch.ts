import { detailLevels, type LookupOptions, readLookupOptions } from '@/server/places/upstream/lookup-options'
import { type Batch, rowKinds } from './batch'
import type { BatchOrder } from './create-batch'

/** The options that differ from the batch's; undefined for the others. */
type Changes = { readonly [Name in keyof LookupOptions]?: LookupOptions[Name] | undefined }

/**
 * Returns the order for a batch with the rows and settings of a finished one. If more details are requested than before,
 * rows that name a listing are looked up, even if they were not chosen then.
 */
export function repeatOf(batch: Batch, changes: Changes): Omit<BatchOrder, 'key' | 'idempotency'> {
  const { id, operation, fallback, options, name, client, callback, isTest } = batch
  const changed = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const lookup = readLookupOptions(Object.assign(readLookupOptions(batch), changed))
  const isMore = detailLevels.indexOf(lookup.details) > detailLevels.indexOf(batch.details)
  const lookups = isMore ? rowKinds.filter((kind) => kind === 'listing' || batch.lookups.includes(kind)) : batch.lookups
  return {
    operation,
    fallback,
    lookups,
    ...lookup,
    options,
    name,
    client,
    callback,
    isTest,
    sent: { batch: id },
    isStarted: true,
  }
}
