import type { inferProcedureInput, inferProcedureOutput } from '@trpc/server'
import type * as z from 'zod'
import type { callbackEvent } from '@/server/entrances/trpc/callbacks/schemas'
import type { lookupOptions, multicallItem } from '@/server/entrances/trpc/listings/schemas'
import type { AppRouter } from '@/server/entrances/trpc/router'
import type { problemShape } from '@/server/platform/problems/problem'

/*
 * The API's types, inferred from the router. The package contains the copy that
 * scripts/client/answer-types.ts writes, and tests check that the two match.
 */

type Procedures = AppRouter['_def']['record']

export type Listing = inferProcedureOutput<Procedures['listings']['resolve']>
export type SearchResults = inferProcedureOutput<Procedures['listings']['search']>
export type Conversion = inferProcedureOutput<Procedures['listings']['convert']>
export type LookupOptions = z.input<z.ZodObject<typeof lookupOptions>>
export type BatchItem = z.input<typeof multicallItem>
export type BatchResults = inferProcedureOutput<Procedures['listings']['batch']>
export type Problem = z.output<typeof problemShape>

export type BatchOptions = inferProcedureInput<Procedures['batches']['create']>
export type BatchChanges = inferProcedureInput<Procedures['batches']['update']>
export type Batch = inferProcedureOutput<Procedures['batches']['get']>
export type CreatedBatch = inferProcedureOutput<Procedures['batches']['create']>
export type BatchRepeat = inferProcedureInput<Procedures['batches']['repeat']>
export type BatchPart = inferProcedureOutput<Procedures['batches']['updatePart']>
export type BatchRows = inferProcedureOutput<Procedures['batches']['listResults']>
export type DeletedBatch = inferProcedureOutput<Procedures['batches']['delete']>

export type WatchlistOptions = inferProcedureInput<Procedures['watchlists']['create']>
export type WatchlistChanges = inferProcedureInput<Procedures['watchlists']['update']>
export type Watchlist = inferProcedureOutput<Procedures['watchlists']['get']>
export type CreatedListings = inferProcedureOutput<Procedures['watchlists']['createListings']>
export type DeletedListings = inferProcedureOutput<Procedures['watchlists']['deleteListings']>
export type WatchedListings = inferProcedureOutput<Procedures['watchlists']['listListings']>
export type WatchEvents = inferProcedureOutput<Procedures['watchlists']['listEvents']>
export type DeletedWatchlist = inferProcedureOutput<Procedures['watchlists']['delete']>

export type Callback = inferProcedureOutput<Procedures['callbacks']['get']>
export type CallbackChanges = inferProcedureInput<Procedures['callbacks']['update']>
export type CreatedCallback = inferProcedureOutput<Procedures['callbacks']['create']>
export type CallbackSecret = inferProcedureOutput<Procedures['callbacks']['rotate']>
export type CallbackTest = inferProcedureOutput<Procedures['callbacks']['test']>
export type DeletedCallback = inferProcedureOutput<Procedures['callbacks']['delete']>
export type CallbackEvent = z.output<typeof callbackEvent>

export type Delivery = inferProcedureOutput<Procedures['deliveries']['get']>
export type DeliveriesFilter = inferProcedureInput<Procedures['deliveries']['list']>

export type FailedCall = inferProcedureOutput<Procedures['errors']['list']>['errors'][number]

export type UsageQuery = inferProcedureInput<Procedures['usage']['get']>
export type Usage = inferProcedureOutput<Procedures['usage']['get']>
export type Key = inferProcedureOutput<Procedures['key']['get']>

export type KeyOptions = inferProcedureInput<Procedures['keys']['managed']['create']>
export type KeyChanges = inferProcedureInput<Procedures['keys']['managed']['update']>
export type CreatedKey = inferProcedureOutput<Procedures['keys']['managed']['create']>
export type DeletedKey = inferProcedureOutput<Procedures['keys']['managed']['delete']>
