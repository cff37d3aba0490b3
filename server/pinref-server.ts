import { parseArgs } from 'node:util'

/*
 * The one program of the runtime: `node dist/pinref-server.js <command>`, in the project, in a folder of runtime files and in a
 * container alike. A command's code is loaded when it is asked for, so `start` loads nothing that only other commands need.
 */

interface Command {
  /** What stands after the command's name, as the usage shows it. */
  takes: string
  does: string
  /** The fewest and the most words after the command's name. */
  words: readonly [least: number, most: number]
  flags: readonly string[]
  load(): Promise<{ run(words: readonly string[], flags: ReadonlySet<string>): Promise<void> }>
}

const commands: Readonly<Record<string, Command>> = {
  start: {
    takes: '',
    does: 'Starts the server.',
    words: [0, 0],
    flags: [],
    load: () => import('./main'),
  },
  backup: {
    takes: '<file | redis://…> [--dry-run] [--yes]',
    does: 'Copies the store to a file, with the generated secrets, or to another Redis or cluster.',
    words: [1, 1],
    flags: ['dry-run', 'yes'],
    load: async () => ({ run: (await import('./commands/backup')).backup }),
  },
  restore: {
    takes: '<file> [redis://…] [--dry-run] [--yes]',
    does: 'Writes a backup to the store, or to another Redis or cluster.',
    words: [1, 2],
    flags: ['dry-run', 'yes'],
    load: async () => ({ run: (await import('./commands/backup')).restore }),
  },
  restart: {
    takes: '<process id>',
    does: 'Replaces the processes of a running server without losing a call, and fails if that fails.',
    words: [1, 1],
    flags: [],
    load: async () => ({ run: (await import('./cluster/restarts')).restart }),
  },
  secrets: {
    takes: '',
    does: 'Renews with the present secrets what it can, and says what still needs the others.',
    words: [0, 0],
    flags: [],
    load: () => import('./commands/secrets'),
  },
  'check-google': {
    takes: '[--all | --free]',
    does: 'Checks what the Google key may do. Asks before a call that Google may bill.',
    words: [0, 0],
    flags: ['all', 'free'],
    load: () => import('./commands/check-google'),
  },
  doctor: {
    takes: '',
    does: 'Checks the settings and everything they name. Exits with 1 if something is at fault.',
    words: [0, 0],
    flags: [],
    load: () => import('./commands/doctor'),
  },
}

const lines = Object.entries(commands).map(([name, { takes, does }]) => ({ form: `${name} ${takes}`.trim(), does }))
const width = Math.max(...lines.map(({ form }) => form.length)) + 2

const usage = `Usage: node dist/pinref-server.js <command>\n\n${lines.map(({ form, does }) => `  ${form.padEnd(width)}${does}\n`).join('')}`

/** Prints the usage on standard error and ends with the exit code of wrong arguments. */
function refuse(reason: string): never {
  process.stderr.write(`${reason}\n\n${usage}`)
  process.exit(2)
}

async function main([name, ...rest]: string[]): Promise<void> {
  if (name === undefined) refuse('Name a command.')
  if (['--help', '-h', 'help'].includes(name) || rest.includes('--help')) {
    process.stdout.write(usage)
    return
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) refuse(`There is no command ${name}.`)
  const { words, flags } = argumentsOf(command, rest)
  const [least, most] = command.words
  if (words.length < least || words.length > most) refuse(`Usage: ${name} ${command.takes}`.trimEnd())
  // Libraries read these when they are loaded. A build is for production, whatever the shell says.
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' })
  const { run } = await command.load()
  await run(words, flags)
}

function argumentsOf({ flags }: Command, given: string[]): { words: string[]; flags: Set<string> } {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }]))
  try {
    const { positionals, values } = parseArgs({ args: given, options, allowPositionals: true })
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
