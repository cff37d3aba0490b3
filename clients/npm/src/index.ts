export type {
  Batch,
  BatchItem,
  BatchPart,
  BatchResults,
  BatchRows,
  Callback,
  CallbackChanges,
  CallbackEvent,
  CallbackSecret,
  CallbackTest,
  Conversion,
  CreatedBatch,
  CreatedCallback,
  CreatedKey,
  CreatedListings,
  DeletedCallback,
  DeletedKey,
  DeletedListings,
  Delivery,
  FailedCall,
  Key,
  KeyChanges,
  KeyOptions,
  Listing,
  LookupOptions,
  Problem,
  SearchResults,
  Usage,
  Watchlist,
  WatchlistOptions,
} from './answers.js'
export type {
  BatchCsv,
  Batches,
  BatchFilters,
  BatchInput,
  BatchRow,
  BatchSettings,
  CreateBatchOptions,
  CsvOptions,
  PageOptions,
  RowsOptions,
} from './batches.js'
export type { CallOptions } from './call.js'
export type { Callbacks, Deliveries, DeliveriesOptions } from './callbacks.js'
export type { CreateKeyOptions, Keys } from './keys.js'
export {
  Pinref,
  type PinrefOptions,
  type ResolveOptions,
  type SearchOptions,
  type UsageOptions,
} from './pinref.js'
export * from './reader.js'
export type { AnswerTo, Details, ItemResult, ItemResults, Resolved } from './resolve-all.js'
export type { List, Once } from './resource.js'
export { CallbackError, type CallbackHeaders, verifyCallback } from './verify-callback.js'
export type {
  EventsOptions,
  ListingToWatch,
  WatchEvent,
  WatchedListing,
  WatchedOptions,
  Watchlists,
} from './watchlists.js'
