/** The options of every command, as `parseArgs` takes them. */
export const flags = {
  json: { type: 'boolean' },
  jsonl: { type: 'boolean' },
  details: { type: 'string' },
  strict: { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const

/** The options of `bulk` besides. */
export const bulkFlags = {
  out: { type: 'string', short: 'o' },
  name: { type: 'string' },
  column: { type: 'string' },
  operation: { type: 'string' },
  'address-column': { type: 'string' },
  'country-column': { type: 'string' },
  force: { type: 'boolean' },
  cancel: { type: 'boolean' },
} as const

/** How much to look up. */
export const detailLevels = ['none', 'checked', 'full'] as const

/** What the lines of `bulk` are. */
export const operations = ['auto', 'resolve', 'search', 'convert'] as const

/** The commands, and what each does in a few words. Anything else on the command line is looked up. */
export const commands = {
  bulk: 'Look up a file in the background',
  read: 'Read what a link says, offline',
  login: 'Store an API key',
  logout: 'Remove the stored key',
  completion: 'Print completions for a shell',
  help: 'Show the help',
} as const

/** The shells that there are completions for. */
export const shells = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof shells)[number]
