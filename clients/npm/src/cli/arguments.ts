import { parseArgs } from 'node:util'
import { nameFault, tidyName } from '@/server/batches/batch'
import type { Details } from '../resolve-all.js'
import { Exit } from './exit-codes.js'
import { bulkFlags, commands, detailLevels, flags, operations, type Shell, shells } from './flags.js'

/** The output format. */
export type Output = 'text' | 'json' | 'jsonl'

export interface Options {
  output: Output
  details: Details
  /** Whether to stop at the first failed line. */
  isStrict: boolean
  /** The server; null: `PINREF_URL`, then the stored one, then the default. */
  url: string | null
}

export interface BulkOptions extends Options {
  file: string
  out: string
  /** The batch's name; null: the file's name. */
  name: string | null
  column: string | null
  operation: (typeof operations)[number]
  addressColumn: string | null
  countryColumn: string | null
  isForced: boolean
  isCancel: boolean
}

export type Command =
  | { name: 'help' | 'version' | 'login' | 'logout'; options: Options }
  | { name: 'lookup' | 'read'; texts: string[]; options: Options }
  | { name: 'bulk'; options: BulkOptions }
  | { name: 'completion'; shell: Shell; options: Options }

/** Parses the arguments after the program's name. @throws Exit if they are wrong. */
export function readArguments(args: readonly string[]): Command {
  const name = Object.keys(commands).find((one) => one === args[0])
  const rest = name ? args.slice(1) : [...args]
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
        `${name} takes no arguments.${name === 'login' ? ' It prompts for the key, or reads standard input.' : ''}`,
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
  if (!/\.(?:csv|jsonl)$/i.test(values.out)) throw usage('The results file (-o) must end in .csv or .jsonl.')
  return {
    name: 'bulk',
    options: {
      ...options,
      file,
      out: values.out,
      name: nameOf(values.name),
      column: values.column ?? null,
      operation: oneOf('operation', values.operation ?? 'auto', operations),
      addressColumn: values['address-column'] ?? null,
      countryColumn: values['country-column'] ?? null,
      isForced: values.force === true,
      isCancel: values.cancel === true,
    },
  }
}

function nameOf(input: string | undefined): string | null {
  if (input === undefined) return null
  const name = tidyName(input)
  const fault = nameFault(name)
  if (fault !== null) throw usage(`--name: ${fault}`)
  return name
}

function optionsOf(values: {
  json?: boolean | undefined
  jsonl?: boolean | undefined
  details?: string | undefined
  strict?: boolean | undefined
  url?: string | undefined
}): Options {
  if (values.json && values.jsonl) throw usage('Use either --json or --jsonl, not both.')
  if (values.url !== undefined && !/^https?:\/\/[^/]/i.test(values.url))
    throw usage('--url must be the address of a server, such as https://pinref.example.')
  return {
    output: values.json ? 'json' : values.jsonl ? 'jsonl' : 'text',
    details: oneOf('details', values.details ?? 'full', detailLevels),
    isStrict: values.strict === true,
    url: values.url?.replace(/\/+$/, '') ?? null,
  }
}

/** Parses arguments. The first sentence of an error from `parseArgs` identifies the wrong one. */
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
