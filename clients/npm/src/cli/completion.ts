import { lookupOptionValues } from '@/server/places/upstream/lookup-options'
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

type Flag = keyof typeof flags | keyof typeof batchFlags | keyof typeof bulkFlags | keyof typeof watchFlags

/** Short descriptions of the options. */
const descriptions: Record<Flag, string> = {
  json: 'Print JSON',
  jsonl: 'Print one line of JSON per result',
  details: 'Level of detail',
  language: 'Language of names and addresses',
  strict: 'Stop at the first line that fails',
  url: 'Server URL',
  help: 'Show help',
  version: 'Show the version',
  out: 'Results file',
  name: 'Batch name',
  client: 'Client that the calls are for',
  column: 'Column to look up',
  'name-column': 'Name column',
  'reference-column': 'Column with your references',
  'heading-row': 'Row with the headings',
  sheet: 'Sheet of the workbook',
  operation: 'Operation to run',
  fallback: 'What to look up without a link',
  'address-column': 'Address column',
  'country-column': 'Country column',
  force: 'Start over and overwrite the results',
  cancel: 'Cancel the batch for this file',
  finding: 'Only lines with this finding',
  batch: 'Add the listings from a batch',
  weekly: 'Check each listing once a week',
  monthly: 'Check each listing once a month',
  closures: 'How often to check for closure',
  state: 'Only listings in this state',
  'business-status': 'Only listings with this business status',
  after: 'Only events after this one',
  follow: 'Keep printing events',
  csv: 'Print CSV',
  spreadsheet: 'CSV for Excel',
  yes: 'Delete without asking',
}

const lookupValues: Partial<Record<Flag, readonly string[]>> = Object.fromEntries(
  Object.entries(lookupOptionValues).flatMap(([name, option]) => ('values' in option ? [[name, option.values]] : [])),
)

interface Option {
  name: string
  short: string | null
  description: string
  /** The option's value: one of these words, a file, or any text; null for none. */
  value: readonly string[] | 'file' | 'text' | null
}

const values: Partial<Record<Flag, Option['value']>> = {
  ...lookupValues,
  operation: operations,
  fallback: fallbacks,
  finding: findings,
  out: 'file',
  closures: closureIntervals,
  state: listingStates,
  'business-status': businessStatuses,
}

const optionsOf = (flags: Record<string, { type: string; short?: string }>): Option[] =>
  Object.entries(flags).map(([name, { type, short = null }]) => ({
    name,
    short,
    description: descriptions[name as Flag],
    value: type === 'boolean' ? null : (values[name as Flag] ?? 'text'),
  }))

const general = optionsOf(flags)

/** The commands with files and options of their own. */
const own = { bulk: optionsOf(bulkFlags), batch: optionsOf(batchFlags), watch: optionsOf(watchFlags) }
const ownEntries = Object.entries(own)
const actions = { batch: batchActions.join(' '), watch: Object.keys(watchActions).join(' ') }

/** Returns a shell's completions, as a script to load. */
export const completionFor = (shell: Shell): string => ({ bash, zsh, fish })[shell]()

const dashed = ({ name, short }: Option) => [`--${name}`, ...(short ? [`-${short}`] : [])]
const wordsOf = (options: readonly Option[]) => options.flatMap(dashed).join(' ')
const choicesOf = ({ value }: Option): readonly string[] => (value === null || typeof value === 'string' ? [] : value)

/** Also works in bash 3.2, the version on macOS. */
function bash(): string {
  // Shared options, such as --column, are the same in every command.
  const all = [...new Map([...general, ...Object.values(own).flat()].map((option) => [option.name, option])).values()]
  const choices = all
    .filter((option) => choicesOf(option).length > 0)
    .map((option) => `    ${dashed(option).join('|')}) words='${choicesOf(option).join(' ')}' ;;`)
  const freeText = all.filter(({ value }) => value === 'text').flatMap(dashed)
  return `# pinref completions for bash. To load them: source <(pinref completion bash)
_pinref() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} command=\${COMP_WORDS[1]} words=''
  COMPREPLY=()
  case $prev in
${choices.join('\n')}
    ${freeText.join('|')}) return ;;
    --out|-o) compopt -o default 2>/dev/null; return ;;
    completion) words='${shells.join(' ')}' ;;
    *)
      if [[ $cur == -* ]]; then
        words='${wordsOf(general)}'
${ownEntries.map(([name, options]) => `        [[ $command == ${name} ]] && words="$words ${wordsOf(options)}"`).join('\n')}
      elif [[ $COMP_CWORD == 1 ]]; then
        words='${Object.keys(commands).join(' ')}'
${Object.entries(actions)
  .map(([name, words]) => `      elif [[ $COMP_CWORD == 2 && $command == ${name} ]]; then\n        words='${words}'`)
  .join('\n')}
      elif [[ $command == bulk || $command == watch ]]; then
        compopt -o default 2>/dev/null
      fi ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
complete -F _pinref pinref
`
}

/** Quotes a string for zsh and fish. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function zsh(): string {
  const spec = (option: Option) => {
    const { description, value, short, name } = option
    const rest = `[${description}]${value === null ? '' : `:${name}:${zshValueOf(option)}`}`
    // An option with two spellings is offered until one of them is used.
    return short ? `'(-${short} --${name})'{-${short},--${name}}${quoted(rest)}` : quoted(`--${name}${rest}`)
  }
  const zshValueOf = ({ value }: Option) =>
    value === 'file' ? '_files' : value === 'text' || value === null ? ' ' : `(${value.join(' ')})`
  const specs = (options: readonly Option[]) => options.map((option) => `    ${spec(option)}`).join('\n')
  const described = Object.entries(commands).map(([name, description]) => `    ${quoted(`${name}:${description}`)}`)
  return `#compdef pinref
# pinref completions for zsh. To load them, after compinit: source <(pinref completion zsh)
_pinref() {
  local -a commands general ${Object.keys(own).join(' ')}
  commands=(
${described.join('\n')}
  )
  general=(
${specs(general)}
  )
${ownEntries.map(([name, options]) => `  ${name}=(\n${specs(options)}\n  )`).join('\n')}
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe command commands
    return
  fi
  case $words[2] in
    bulk) _arguments $general $bulk '1:command: ' '2:file:_files' ;;
    batch) _arguments $general $batch '1:command: ' '2:action:(${actions.batch})' '3:id: ' ;;
    watch) _arguments $general $watch '1:command: ' '2:action:(${actions.watch})' '3:name or id: ' '4:file:_files' ;;
    completion) _arguments '1:command: ' '2:shell:(${shells.join(' ')})' ;;
    *) _arguments $general '*:link: ' ;;
  esac
}
if [[ $funcstack[1] == _pinref ]]; then _pinref "$@"; else compdef _pinref pinref; fi
`
}

function fish(): string {
  const line = (option: Option, condition: string) => {
    const { name, short, description, value } = option
    const choices = choicesOf(option).join(' ')
    const after = value === null ? '' : value === 'file' ? ' -r -F' : ` -x${choices && ` -a ${quoted(choices)}`}`
    return `complete -c pinref${condition}${short ? ` -s ${short}` : ''} -l ${name}${after} -d ${quoted(description)}`
  }
  const within = (command: string) => ` -n '__fish_seen_subcommand_from ${command}'`
  return `# pinref completions for fish. To load them: pinref completion fish | source
complete -c pinref -f
${Object.entries(commands)
  .map(([name, description]) => `complete -c pinref -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`)
  .join('\n')}
complete -c pinref${within('completion')} -a ${quoted(shells.join(' '))}
${Object.entries(actions)
  .map(
    ([name, words]) =>
      `complete -c pinref -n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${words}' -a ${quoted(words)}`,
  )
  .join('\n')}
complete -c pinref${within('bulk')} -F
complete -c pinref -n '__fish_seen_subcommand_from watch; and __fish_seen_subcommand_from create create-listings' -F
${general.map((option) => line(option, '')).join('\n')}
${ownEntries.map(([name, options]) => options.map((option) => line(option, within(name))).join('\n')).join('\n')}
`
}
