import { type Code, codeOf } from './run-script'
import { definedScripts } from './script'
import type { Argument } from './script-values'
import { store } from './store'
import type { Command } from './transport'

/*
 * Scripts and commands whose arguments have no names and whose replies are not checked. Only batches, watchlists, and
 * callbacks use them; everything else uses `defineScript` and `ask`.
 */

export type Script = Code
export function script(source: string): Script {
  const name = `without a name (${definedScripts.length})`
  definedScripts.push({ name, names: () => [], body: () => source, source: () => source })
  return codeOf(name, source)
}

/** Runs a script and returns its raw reply. @throws PinrefError `store_unavailable`; Error if the script fails. */
export const runScript = async (code: Script, keys: readonly string[], args: readonly Argument[]): Promise<unknown> =>
  (await store()).script(code, keys, args)

/**
 * Sends one command and returns the raw reply. A client that parses replies as JSON could turn a packed value into a
 * number.
 * @throws PinrefError `store_unavailable`; Error if the command fails.
 */
export async function askStore<T>(...command: Command): Promise<T> {
  const reply = await (await store()).send(command)
  if ('error' in reply) throw new Error(`the command ${command[0]} failed: ${reply.error}`)
  return reply.result as T
}
