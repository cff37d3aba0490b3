import { createInterface } from 'node:readline/promises'

/**
 * Asks the user to confirm an action in the terminal, unless the flag `yes` does.
 * @throws Error unless the user confirms.
 */
export async function confirm(state: string, action: string, flags: ReadonlySet<string>): Promise<void> {
  if (flags.has('yes')) return
  if (!process.stdin.isTTY) throw new Error(`${state} To ${action}, add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question(`${state} Type yes to ${action}: `)
  terminal.close()
  if (answer.trim() !== 'yes') throw new Error('Canceled. Nothing was changed.')
}
