import { format, stripVTControlCharacters } from 'node:util'
import { perProcess } from '@/server/platform/runtime/per-process'
import { masked } from './logger'

/** Whether the server's standard error is a terminal, for the processes that the primary starts: theirs is a pipe. */
const inTerminal = 'PINREF_ERRORS_IN_TERMINAL'

const writesJson = perProcess<boolean>('standard error is JSON')

/**
 * Prints a message to the operator on standard error: as a JSON line after `writeErrorsAsJson`, otherwise as plain text.
 * Unlike the log's lines, it is printed with every LOG_LEVEL and before the settings are read.
 * @param fields more fields of the JSON line.
 */
export function announceFault(message: string, level: 'error' | 'warn' = 'error', fields = {}): void {
  process.stderr.write(writesJson.value ? jsonLine(level, { message, ...fields }) : `${message}\n`)
}

/**
 * Makes everything that this process writes to standard error JSON, with one line for each message, unless it is a
 * terminal. This includes Node's warnings, an error that ends the process, and text that libraries and child processes
 * print. The server's programs call this first; commands don't.
 * @param isPrimary whether this process starts the server's other processes.
 */
export function writeErrorsAsJson(isPrimary = false): void {
  if (isPrimary) process.env[inTerminal] = process.stderr.isTTY ? '1' : ''
  if (writesJson.value || process.stderr.isTTY || process.env[inTerminal]) return
  writesJson.value = true

  const write = process.stderr.write.bind(process.stderr) as (text: string, ...rest: unknown[]) => boolean
  process.stderr.write = (chunk: Uint8Array | string, ...rest: unknown[]) =>
    write(linesOf(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()), ...rest)
  console.warn = (...parts: unknown[]) => void write(jsonLine('warn', { message: masked(format(...parts)) }))
  // Node's own listener writes plain text, past `process.stderr`.
  process.removeAllListeners('warning')
  process.on('warning', ({ name, message, stack }) => {
    write(jsonLine('warn', { message: masked(`${name}: ${message}`), stack: masked(stack) }))
  })
  process.on('uncaughtException', (error: unknown) => {
    // Next has a listener that prints the error and keeps the process running.
    if (process.listenerCount('uncaughtException') > 1) return
    const { name, stack } = error instanceof Error ? error : new Error(format(error))
    write(jsonLine('error', { message: 'an uncaught error ends this process', name, stack: masked(stack) }))
    process.exit(1)
  })
}

const jsonLine = (level: 'error' | 'warn', fields: Record<string, string | undefined>) =>
  `${JSON.stringify({ level, at: new Date().toISOString(), ...fields })}\n`

/** Matches lines in a row that our own log did not write. */
const plainLines = /(?:(?<![^\n])(?!\{"level")[^\n]*(?:\n|$))+/g

/** Returns the lines of our own log unchanged, and the text between two of them as one line. */
const linesOf = (text: string) =>
  text.replace(plainLines, (lines) => {
    const message = masked(stripVTControlCharacters(lines).trim())
    return message ? jsonLine('error', { message }) : ''
  })
