import { announce } from '@/server/observability/logger'
import type { Store } from './store'

/** The access to the store that a step gets. All other commands are refused meanwhile; see `Store.whileHeld`. */
export type Stored = Pick<Store, 'send' | 'scan'>

/**
 * Brings the store from one version of its layout to the next. A step may run again after it was interrupted, and in several
 * processes at once: it changes the data of one account in one script and skips what is already changed. Processes of the
 * previous release keep serving meanwhile, so they must be able to work with the result.
 */
export interface Step {
  /** The version that the step leads to. */
  version: number
  /** What the step changes, in words for the operator: "numbers are doubled". */
  title: string
  /** @param changed called with the number of accounts that were just changed. */
  run(stored: Stored, changed: (accounts: number) => void): Promise<void>
}

/** The layout of the first release, which no step leads to. */
const baseline = 1

/** All steps, in order of their versions. */
const allSteps: readonly Step[] = []

/** The Redis key that holds the number of the version. */
export const schemaKey = 'pinref:schema'

/** Writes a version unless the store already has a later one. */
const write = `
if tonumber(redis.call('GET', KEYS[1]) or '0') < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
return 1
`

/**
 * Brings the store, step by step, to the version of the layout that this release works with, and prints on standard output what
 * it changes. A store without a version gets the baseline's.
 * @throws Error if the store has a later version; StoreUnavailable.
 */
export async function upgrade(stored: Stored, steps: readonly Step[] = allSteps): Promise<void> {
  const found = await readVersion(stored, steps)
  if (found === null) await writeVersion(stored, baseline)
  const version = found ?? baseline
  for (const step of steps.filter((one) => one.version > version)) {
    const { changed, done } = report(step)
    await step.run(stored, changed)
    await writeVersion(stored, step.version)
    done()
  }
}

/**
 * Returns the version of a store's layout; null for a store that no server has started with.
 * @throws Error if the store has a later version than this release knows; StoreUnavailable.
 */
export async function readVersion(
  stored: Pick<Stored, 'send'>,
  steps: readonly Step[] = allSteps,
): Promise<number | null> {
  const found = await ask(stored, ['GET', schemaKey])
  const known = steps.at(-1)?.version ?? baseline
  if (Number(found) > known) throw new Error(tooNew(Number(found), known))
  return found === null ? null : Number(found)
}

const writeVersion = (stored: Stored, version: number) => ask(stored, ['EVAL', write, 1, schemaKey, version])

async function ask({ send }: Pick<Stored, 'send'>, command: readonly unknown[]): Promise<unknown> {
  const reply = await send(command)
  if ('error' in reply) throw new Error(`the version of the store could not be read or written: ${reply.error}`)
  return reply.result
}

const reportEveryMs = 2_000

/** Reports a step to the operator, unless it has nothing to change. */
function report({ version, title }: Step) {
  let accounts = 0
  let reportAt = Date.now() + reportEveryMs
  const say = (text: string) => announce(`Upgrading the store to version ${version} (${title}): ${text}`)
  return {
    changed(count: number) {
      accounts += count
      if (Date.now() < reportAt) return
      say(`${accounts.toLocaleString('en')} accounts so far`)
      reportAt = Date.now() + reportEveryMs
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

/** How many commands travel together: few enough that the answer comes within a second. */
const chunkSize = 100

/** For steps: runs the work on each Redis key, some at a time, and returns the sum of the results. */
export async function sumInChunks(keys: readonly string[], work: (key: string) => Promise<number>): Promise<number> {
  let sum = 0
  for (let first = 0; first < keys.length; first += chunkSize) {
    const results = await Promise.all(keys.slice(first, first + chunkSize).map(work))
    sum += results.reduce((all, one) => all + one, 0)
  }
  return sum
}
