#!/usr/bin/env node
import { type Command, readArguments } from './arguments.js'
import { runBatch } from './batch.js'
import { runBulk } from './bulk.js'
import { completionFor } from './completion.js'
import { type ExitCode, exitCodes, exitOf } from './exit-codes.js'
import { help } from './help.js'
import { login, logout } from './key.js'
import { lookUp, readAll } from './look-up.js'
import { reportFault } from './terminal.js'
import { runWatch } from './watch.js'

declare const PINREF_VERSION: string

/** Runs the program. @param args the arguments after its name. @returns its exit code. */
async function run(args: readonly string[]): Promise<ExitCode> {
  const stop = new AbortController()
  // A second Ctrl+C ends the program immediately, as it would without this listener.
  process.once('SIGINT', () => {
    stop.abort()
    process.stdin.destroy()
  })
  try {
    return (await runCommand(readArguments(args), stop.signal)) ? exitCodes.ok : exitCodes.failed
  } catch (error) {
    if (stop.signal.aborted) return exitCodes.interrupted
    const exit = exitOf(error)
    reportFault(null, (exit ?? (error as Error)).message)
    return exit?.code ?? exitCodes.failed
  }
}

/** @returns whether everything was found. */
async function runCommand(command: Command, signal: AbortSignal): Promise<boolean> {
  const { options } = command
  switch (command.name) {
    case 'help':
      process.stdout.write(help)
      return true
    case 'version':
      process.stdout.write(`${PINREF_VERSION}\n`)
      return true
    case 'completion':
      process.stdout.write(completionFor(command.shell))
      return true
    case 'login':
      await login(options, signal)
      return true
    case 'logout':
      logout()
      return true
    case 'lookup':
      return lookUp(command.texts, options, signal)
    case 'read':
      return readAll(command.texts, options)
    case 'bulk':
      return runBulk(command.options, signal)
    case 'batch':
      return runBatch(command.options, signal)
    case 'watch':
      return runWatch(command.options, signal)
  }
}

// The program that reads the output may stop early, like `head`.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})

process.exitCode = await run(process.argv.slice(2))
