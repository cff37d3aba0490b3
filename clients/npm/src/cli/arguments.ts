import { parseArgs } from 'node:util'
import { nameFault, tidyName } from '@/server/features/batches/batch'
import {
  expectedValue,
  type LookupOptions,
  lookupOptionValues,
  readLookupOption,
  readLookupOptions,
} from '@/server/places/upstream/lookup-options'
import type { CsvForm } from '@/server/platform/runtime/csv'
import { Exit } from './exit-codes.js'
import {
  batchActions,
  batchFlags,
  bulkFlags,
  businessStatuses,
  closureIntervals,
  commands,
  fallbacks,
  findings,
  flags,
  listingStates,
  operations,
  type Shell,
  shells,
  watchActions,
  watchFlags,
} from './flags.js'

/** The output format. */
export type Output = 'text' | 'json' | 'jsonl'

export interface Options extends LookupOptions {
  output: Output
  /** Whether to stop at the first failed line. */
  isStrict: boolean
  /** The server; null: `PINREF_URL`, then the stored one, then the default. */
  url: string | null
}

/** Where a file has its list. A null field is detected. */
export interface ListOptions {
  column: string | null
  nameColumn: string | null
  /** Empty: detected. */
  addressColumns: readonly string[]
  countryColumn: string | null
  referenceColumn: string | null
  /** The number of the row with the headings; 0 for none. */
  headingRow: number | null
  /** The name of a workbook's sheet, or its number, from 1. */
  sheet: string | null
}

export interface BulkOptions extends Options, ListOptions {
  file: string
  out: string
  /** The batch's name; null: the file's name. */
  name: string | null
  /** The client that the calls are counted for; null for the key's. */
  client: string | null
  operation: (typeof operations)[number]
  fallback: (typeof fallbacks)[number]
  /** How a CSV is written. */
  form: CsvForm
  isForced: boolean
  isCancel: boolean
}

export interface BatchOptions extends Options {
  action: (typeof batchActions)[number]
  id: string
  /** The options of the batch that a repeat changes. */
  changes: Partial<LookupOptions>
  /** Only lines with this finding; null for all. */
  finding: (typeof findings)[number] | null
  /** How to print CSV; null to print no CSV. */
  csv: CsvForm | null
}

export interface WatchOptions extends Options, ListOptions {
  action: keyof typeof watchActions
  /** The watchlist's id, or the name of a new one; empty for `list`. */
  target: string
  /** The file with listings to add; null for none. */
  file: string | null
  batch: string | null
  period: 'weekly' | 'monthly'
  closures: (typeof closureIntervals)[number]
  /** Only listings in this state; null for all. */
  state: (typeof listingStates)[number] | null
  /** Only listings with this business status; null for all. */
  businessStatus: (typeof businessStatuses)[number] | null
  /** The last event that the caller has; null for none. */
  after: string | null
  isFollowing: boolean
  csv: CsvForm | null
  isConfirmed: boolean
}

export type Command =
  | { name: 'help' | 'version' | 'login' | 'logout'; options: Options }
  | { name: 'lookup' | 'read'; texts: string[]; options: Options }
  | { name: 'bulk'; options: BulkOptions }
  | { name: 'batch'; options: BatchOptions }
  | { name: 'watch'; options: WatchOptions }
  | { name: 'completion'; shell: Shell; options: Options }

/** Parses the arguments after the program's name. @throws Exit if they are wrong. */
export function readArguments(args: readonly string[]): Command {
  const name = Object.keys(commands).find((one) => one === args[0])
  const rest = name ? args.slice(1) : [...args]
  if (name === 'watch') return readWatch(rest)
  if (name === 'batch') return readBatch(rest)
  return name === 'bulk' ? readBulk(rest) : readOthers(name ?? 'lookup', rest)
}

function readOthers(name: string, args: string[]): Command {
  const { values, positionals } = parsed(args, flags)
  const options = optionsOf(values)
  if (values.help || name === 'help') return { name: 'help', options }
  if (values.version) return { name: 'version', options }
  if (name === 'login' || name === 'logout') {
    if (positionals.length > 0)
      throw usage(
        `${name} takes no arguments.${name === 'login' ? ' The command prompts for the key or reads standard input.' : ''}`,
      )
    return { name, options }
  }
  if (name === 'completion') return { name, shell: oneShell(positionals), options }
  return { name: name === 'read' ? 'read' : 'lookup', texts: positionals, options }
}

function oneShell(names: readonly string[]): Shell {
  const shell = names.length === 1 ? shells.find((one) => one === names[0]) : undefined
  if (!shell) throw usage(`completion takes one shell: ${shells.join(', ')}.`)
  return shell
}

function readBulk(args: string[]): Command {
  const { values, positionals } = parsed(args, { ...flags, ...bulkFlags })
  const options = optionsOf(values)
  if (values.help) return { name: 'help', options }
  const [file, ...more] = positionals
  if (file === undefined) throw usage('bulk needs a file: pinref bulk in.csv -o out.csv')
  if (more.length > 0) throw usage(`bulk takes only one file. Remove ${more.join(', ')}.`)
  if (!values.out) throw usage('bulk needs a results file: -o out.csv')
  if (!/\.(?:xlsx|csv|jsonl)$/i.test(values.out))
    throw usage('The results file (-o) must end in .xlsx, .csv, or .jsonl.')
  const fallback = oneOf('fallback', values.fallback ?? 'none', fallbacks)
  if (fallback === 'name' && options.details !== 'full')
    throw usage('--fallback name searches for names, which requires --details full.')
  return {
    name: 'bulk',
    options: {
      ...options,
      ...listOptionsOf(values),
      addressColumns: values['address-column'] ?? [],
      countryColumn: values['country-column'] ?? null,
      file,
      out: values.out,
      name: nameOf(values.name, '--name'),
      client: nameOf(values.client?.normalize('NFC'), '--client'),
      operation: oneOf('operation', values.operation ?? 'auto', operations),
      fallback,
      form: values.spreadsheet ? 'spreadsheet' : 'plain',
      isForced: values.force === true,
      isCancel: values.cancel === true,
    },
  }
}

function readBatch(args: string[]): Command {
  const { values, positionals } = parsed(args, { ...flags, ...batchFlags })
  const options = optionsOf(values)
  if (values.help) return { name: 'help', options }
  const [given, id, ...more] = positionals
  const action = batchActions.find((one) => one === given)
  if (!action || id === undefined || more.length > 0)
    throw usage(`batch takes an action and an id: ${batchActions.map((one) => `batch ${one} ID`).join(' or ')}.`)
  const csv = csvFormOf(values, options)
  const sent = Object.keys(lookupOptionValues).filter((name) => values[name as keyof LookupOptions] !== undefined)
  return {
    name: 'batch',
    options: {
      ...options,
      action,
      id,
      changes: Object.fromEntries(sent.map((name) => [name, options[name as keyof LookupOptions]])),
      finding: values.finding === undefined ? null : oneOf('finding', values.finding, findings),
      csv,
    },
  }
}

/** Returns how to print CSV; null to print no CSV. @throws Exit if several formats are requested. */
function csvFormOf(
  { csv, spreadsheet }: { csv?: boolean | undefined; spreadsheet?: boolean | undefined },
  { output }: Options,
): CsvForm | null {
  const formats = [csv, spreadsheet, output !== 'text'].filter(Boolean)
  if (formats.length > 1) throw usage('Use only one of --csv, --spreadsheet, --json and --jsonl.')
  return spreadsheet ? 'spreadsheet' : csv ? 'plain' : null
}

function readWatch(args: string[]): Command {
  const { values, positionals } = parsed(args, { ...flags, ...watchFlags })
  const options = optionsOf(values)
  if (values.help) return { name: 'help', options }
  const [given = 'list', ...operands] = positionals
  const actions = Object.keys(watchActions) as WatchOptions['action'][]
  const action = actions.find((one) => one === given)
  if (!action) throw usage(`watch has no action "${given}". Use ${actions.join(', ')}.`)
  const takes = watchActions[action].split(' ').filter(Boolean)
  const needed = takes.filter((one) => !one.startsWith('['))
  if (operands.length < needed.length || operands.length > takes.length)
    throw usage(`watch ${action} takes ${takes.join(' ') || 'no arguments'}.`)
  if (values.weekly && values.monthly) throw usage('Use either --weekly or --monthly, not both.')
  const csv = csvFormOf(values, options)
  if (values.follow && options.output === 'json') throw usage('With --follow, use --jsonl instead of --json.')
  const [target = '', file = null] = operands
  return {
    name: 'watch',
    options: {
      ...options,
      ...listOptionsOf(values),
      action,
      target: action === 'create' ? (nameOf(target, 'NAME') ?? '') : target,
      file,
      batch: values.batch ?? null,
      period: values.monthly ? 'monthly' : 'weekly',
      closures: oneOf('closures', values.closures ?? 'off', closureIntervals),
      state: values.state === undefined ? null : oneOf('state', values.state, listingStates),
      businessStatus:
        values['business-status'] === undefined
          ? null
          : oneOf('business-status', values['business-status'], businessStatuses),
      after: values.after ?? null,
      isFollowing: values.follow === true,
      csv,
      isConfirmed: values.yes === true,
    },
  }
}

function listOptionsOf(
  values: Partial<Record<'column' | 'name-column' | 'reference-column' | 'heading-row' | 'sheet', string | undefined>>,
): ListOptions {
  const headingRow = values['heading-row'] ?? null
  if (headingRow !== null && !/^\d{1,7}$/.test(headingRow))
    throw usage('--heading-row must be the number of a row, or 0 for none.')
  return {
    column: values.column ?? null,
    nameColumn: values['name-column'] ?? null,
    addressColumns: [],
    countryColumn: null,
    referenceColumn: values['reference-column'] ?? null,
    headingRow: headingRow === null ? null : Number(headingRow),
    sheet: values.sheet ?? null,
  }
}

function nameOf(input: string | undefined, argument: string): string | null {
  if (input === undefined) return null
  const name = tidyName(input)
  const fault = nameFault(name)
  if (fault !== null) throw usage(`${argument}: ${fault}`)
  return name
}

function optionsOf(
  values: Partial<Record<keyof LookupOptions, string | undefined>> & {
    json?: boolean | undefined
    jsonl?: boolean | undefined
    strict?: boolean | undefined
    url?: string | undefined
  },
): Options {
  if (values.json && values.jsonl) throw usage('Use either --json or --jsonl, not both.')
  if (values.url !== undefined && !/^https?:\/\/[^/]/i.test(values.url))
    throw usage('--url must be the address of a server, such as https://pinref.example.')
  for (const name of Object.keys(lookupOptionValues) as Array<keyof LookupOptions>)
    if (values[name] !== undefined && readLookupOption(name, values[name]) === null)
      throw usage(`--${name} must be ${expectedValue(name)}.`)
  return {
    output: values.json ? 'json' : values.jsonl ? 'jsonl' : 'text',
    ...readLookupOptions(values),
    isStrict: values.strict === true,
    url: values.url?.replace(/\/+$/, '') ?? null,
  }
}

/** Parses arguments. The first sentence of an error from `parseArgs` names the bad argument. */
function parsed<const Flags extends NonNullable<Parameters<typeof parseArgs>[0]>['options']>(
  args: string[],
  options: Flags,
) {
  try {
    return parseArgs({ args, options: options as Flags & {}, allowPositionals: true })
  } catch (error) {
    const [sentence = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    throw usage(`${sentence.replace(/\.$/, '')}.`)
  }
}

function oneOf<const Value extends string>(name: string, input: string, values: readonly Value[]): Value {
  const value = values.find((one) => one === input)
  if (!value) throw usage(`--${name} must be one of ${values.join(', ')}.`)
  return value
}

const usage = (sentence: string) => new Exit('usage', `${sentence} See "pinref --help".`)
