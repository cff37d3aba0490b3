import { type Code, codeOf } from './run-script'
import type { Argument } from './script-values'
import { store } from './store'
import type { Command } from './transport'
import { StoreUnavailable } from './unavailable'

/*
 * Scripts and commands whose arguments have no names and whose replies are not checked. New code uses
 * `defineScript` and `ask`.
 */

export type Script = Code
export const script = (source: string): Script => codeOf('without a name', source)

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

/** A script that does nothing after its deadline, its last argument; see `defineScript`. */
export const timelyScript = (source: string): Script =>
  script(`
local time = redis.call('TIME')
local storeMs = time[1] * 1000 + math.floor(time[2] / 1000)
if storeMs > tonumber(ARGV[#ARGV]) then return { storeMs } end
local function run()
${source}
end
return { storeMs, run() }
`)

/** @throws StoreUnavailable, including when every try ran too late; Error if the script fails. */
export async function runTimelyScript(
  code: Script,
  keys: readonly string[],
  args: readonly Argument[],
): Promise<unknown> {
  const { script: run, clock } = await store()
  for (let tries = 0; tries < 5; tries++) {
    const [storeMs, ...results] = (await run(code, keys, [...args, clock.deadline()])) as [number, ...unknown[]]
    clock.learn(storeMs)
    if (results.length > 0) return results[0]
  }
  throw new StoreUnavailable(new Error('the store was too slow and did nothing'), false)
}
