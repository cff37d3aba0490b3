import { keyPeppers } from './2-key-peppers'
import { upstreamMonths } from './3-upstream-months'
import { accounts } from './4-accounts'
import { counts } from './5-counts'
import type { Step, Stored } from './step'

/** All steps, in order. Version 1 is the layout of release 0.1.0, which left no version in the store. */
const allSteps: readonly Step[] = [keyPeppers, upstreamMonths, accounts, counts]

/** The Redis key that holds the number of the version. */
export const schemaKey = 'pinref:schema'

const tellEveryMs = 2_000

/** Writes a version unless the store already has a later one. */
const write = `
if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
return 1
`

/**
 * Brings the store, step by step, to the version of the layout that this release works with, and prints on standard output what
 * it changes.
 * @throws Error if the store has a later version; StoreUnavailable.
 */
export async function upgrade(stored: Stored, steps: readonly Step[] = allSteps): Promise<void> {
  const version = await readVersion(stored)
  const known = steps.at(-1)?.version ?? 1
  if (version > known) throw new Error(tooNew(version, known))
  for (const step of steps.filter((one) => one.version > version)) {
    const { changed, done } = tell(step)
    await step.run(stored, changed)
    await ask(stored, ['EVAL', write, 1, schemaKey, step.version])
    done()
  }
}

const readVersion = async (stored: Stored): Promise<number> => Number((await ask(stored, ['GET', schemaKey])) ?? 1)

async function ask({ send }: Stored, command: readonly unknown[]): Promise<unknown> {
  const reply = await send(command)
  if ('error' in reply) throw new Error(`the version of the store could not be read or written: ${reply.error}`)
  return reply.result
}

/** Reports a step to the operator, unless it has nothing to change. */
function tell({ version, title }: Step) {
  let accounts = 0
  let tellAt = Date.now() + tellEveryMs
  const say = (text: string) => process.stdout.write(`Upgrading the store to version ${version} (${title}): ${text}\n`)
  return {
    changed(count: number) {
      accounts += count
      if (Date.now() < tellAt) return
      say(`${accounts.toLocaleString('en')} accounts so far`)
      tellAt = Date.now() + tellEveryMs
    },
    done() {
      if (accounts > 0) say(`done, accounts changed: ${accounts.toLocaleString('en')}`)
    },
  }
}

const tooNew = (version: number, known: number) =>
  `The data in the store has version ${version}, and this release of Pinref knows versions up to ${known}: a later release has ` +
  `upgraded it. Start that release or one after it; the CHANGELOG says which release brought version ${version}. Going back ` +
  'takes a backup from before the upgrade.'
