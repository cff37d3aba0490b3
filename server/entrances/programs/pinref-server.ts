import { parseArgs } from 'node:util'

/*
 * The runtime's only program: `node dist/pinref-server.js <command>`, in the project, in a folder of runtime files, or
 * in a container. Each command's code is loaded only when it runs, so `start` does not load code that only
 * other commands need.
 */

interface Command {
  /** The arguments, as shown in the usage. */
  takes: string
  does: string
  /** The minimum and maximum number of words after the command's name. */
  words: readonly [least: number, most: number]
  flags: readonly string[]
  /** Whether all arguments are words, also those that begin with a hyphen. */
  hasOnlyWords?: true
  /** Whether the program keeps running after `run`. */
  keepsRunning?: true
  load(): Promise<{ run(words: readonly string[], flags: ReadonlySet<string>): Promise<void> }>
}

const commands: Readonly<Record<string, Command>> = {
  start: {
    takes: '',
    does: 'Starts the server.',
    words: [0, 0],
    flags: [],
    keepsRunning: true,
    load: () => import('./main'),
  },
  backup: {
    takes: '<file | redis://…> [--dry-run] [--yes]',
    does: 'Backs up the store and generated secrets to a file, or copies the store to another Redis or cluster.',
    words: [1, 1],
    flags: ['dry-run', 'yes'],
    load: async () => ({ run: (await import('../commands/backup')).backup }),
  },
  restore: {
    takes: '<file> [redis://…] [--dry-run] [--yes]',
    does: 'Restores a backup to the store, or to another Redis or cluster.',
    words: [1, 2],
    flags: ['dry-run', 'yes'],
    load: async () => ({ run: (await import('../commands/backup')).restore }),
  },
  restart: {
    takes: '<process id>',
    does: 'Restarts the processes of a running server without dropping calls.',
    words: [1, 1],
    flags: [],
    load: async () => ({ run: (await import('../../platform/cluster/restarts')).restart }),
  },
  'accept-store': {
    takes: '[--yes]',
    does: 'Accepts a store that was emptied or replaced. Shows what the store contains first.',
    words: [0, 0],
    flags: ['yes'],
    load: () => import('../commands/accept-store'),
  },
  secrets: {
    takes: '',
    does: 'Re-encrypts data with the current secrets and prints which data still needs other secrets.',
    words: [0, 0],
    flags: [],
    load: () => import('../commands/secrets'),
  },
  'check-google': {
    takes: '[--all | --free]',
    does: 'Checks which Google APIs the key can use. Asks before calls that Google may charge for.',
    words: [0, 0],
    flags: ['all', 'free'],
    load: () => import('../commands/check-google'),
  },
  doctor: {
    takes: '',
    does: 'Checks the settings, the store, and all configured services. Exits with status 1 if a check fails.',
    words: [0, 0],
    flags: [],
    load: () => import('../commands/doctor'),
  },
  store: {
    takes: '<command> [argument …]',
    does: 'Runs a Redis command that only reads, such as info memory, on each node of the store.',
    words: [1, Number.POSITIVE_INFINITY],
    flags: [],
    hasOnlyWords: true,
    load: () => import('../commands/store'),
  },
}

const lines = Object.entries(commands).map(([name, { takes, does }]) => ({ form: `${name} ${takes}`.trim(), does }))
const width = Math.max(...lines.map(({ form }) => form.length)) + 2

const usage = `Usage: node dist/pinref-server.js <command>\n\n${lines.map(({ form, does }) => `  ${form.padEnd(width)}${does}\n`).join('')}`

/** Prints the reason and the usage to standard error and exits with code 2. */
function refuse(reason: string): never {
  process.stderr.write(`${reason}\n\n${usage}`)
  process.exit(2)
}

async function main([name, ...rest]: string[]): Promise<void> {
  if (name === undefined) refuse('Specify a command.')
  if (['--help', '-h', 'help'].includes(name) || rest.includes('--help')) {
    process.stdout.write(usage)
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) refuse(`Unknown command: ${name}.`)
  const { words, flags } = parseWords(command, rest)
  const [least, most] = command.words
  if (words.length < least || words.length > most) refuse(`Usage: ${name} ${command.takes}`.trimEnd())
  // Libraries read these variables when they load. A build always runs in production mode, no matter what the shell
  // sets.
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })
  // A reader such as `head` may stop reading. A server's log handles this itself.
  if (!command.keepsRunning) process.stdout.on('error', () => process.exit())
  const { run } = await command.load()
  await run(words, flags)
  // Libraries may still be waiting. A cluster's client that is closed while it reads the slots has a timer that never ends.
  if (!command.keepsRunning) process.exit()
}

function parseWords({ flags, hasOnlyWords }: Command, rest: string[]): { words: string[]; flags: Set<string> } {
  if (hasOnlyWords) return { words: rest, flags: new Set() }
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
  try {
    const { positionals, values } = parseArgs({ args: rest, options, allowPositionals: true })
    return { words: positionals, flags: new Set(Object.keys(values)) }
  } catch (error) {
    const [sentence = ''] = (error as Error).message.split('. ')
    return refuse(`${sentence}.`)
  }
}

main(process.argv.slice(2)).catch(({ message }: Error) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
})
