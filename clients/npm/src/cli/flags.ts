import { findingFilters } from '@/server/features/lists/row-filter'
import { type LookupOptions, lookupOptionValues } from '@/server/places/upstream/lookup-options'

/** The options of a lookup, as in the API. */
const lookupFlags = Object.fromEntries(
  Object.keys(lookupOptionValues).map((name) => [name, { type: 'string' }]),
) as Record<keyof LookupOptions, { type: 'string' }>

/** The options of every command, in the format of `parseArgs`. */
export const flags = {
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  ...lookupFlags,
  strict: { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** The options of commands that read a list from a file. */
const listFlags = {
  column: { type: 'string' },
  'name-column': { type: 'string' },
  'reference-column': { type: 'string' },
  'heading-row': { type: 'string' },
  sheet: { type: 'string' },
} as const

/** The additional options of `bulk`. */
export const bulkFlags = {
  out: { type: 'string', short: 'o' },
  name: { type: 'string' },
  client: { type: 'string' },
  ...listFlags,
  'address-column': { type: 'string', multiple: true },
  'country-column': { type: 'string' },
  operation: { type: 'string' },
  fallback: { type: 'string' },
  spreadsheet: { type: 'boolean' },
  force: { type: 'boolean' },
  cancel: { type: 'boolean' },
} as const

/** The additional options of `batch`. */
export const batchFlags = {
  finding: { type: 'string' },
  csv: { type: 'boolean' },
  spreadsheet: { type: 'boolean' },
} as const

/** The additional options of `watch`. */
export const watchFlags = {
  batch: { type: 'string' },
  weekly: { type: 'boolean' },
  monthly: { type: 'boolean' },
  closures: { type: 'string' },
  ...listFlags,
  state: { type: 'string' },
  'business-status': { type: 'string' },
  after: { type: 'string' },
  follow: { type: 'boolean' },
  csv: { type: 'boolean' },
  spreadsheet: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
} as const

/** The actions of `watch` and their arguments. Those in brackets are optional. */
export const watchActions = {
  list: '',
  create: 'NAME [FILE]',
  'create-listings': 'ID FILE',
  listings: 'ID',
  events: 'ID',
  check: 'ID',
  pause: 'ID',
  resume: 'ID',
  delete: 'ID',
} as const

/** The actions of `batch`, which all take a batch's id. */
export const batchActions = ['results', 'repeat'] as const

/** What an audit finds. */
export const findings = findingFilters

/** The states of a watched listing. */
export const listingStates = ['unchecked', 'listed', 'moved', 'gone', 'unreadable'] as const

/** How often listings are checked for closure. */
export const closureIntervals = ['off', 'weekly', 'monthly'] as const

/** The business statuses of a watched listing. */
export const businessStatuses = ['operational', 'closed_temporarily', 'closed_permanently', 'opening_soon'] as const

/** The type of the lines in `bulk`. */
export const operations = ['auto', 'resolve', 'search', 'convert'] as const

/** The lookup of a row whose link is missing or doesn't point to a listing. */
export const fallbacks = ['none', 'name'] as const

/** The commands, with short descriptions. Anything else on the command line is looked up. */
export const commands = {
  bulk: 'Look up a file in the background',
  batch: 'Print or repeat a batch',
  watch: 'Watch listings for changes',
  read: 'Read a link offline',
  login: 'Store an API key',
  logout: 'Remove the stored key',
  completion: 'Print shell completions',
  help: 'Show help',
} as const

/** The supported shells. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]
