import { announce } from '@/server/platform/observability/logger'
import { ownersStep } from './owners-step'
import { defineScript } from './script'
import { flag, integer } from './script-values'
import type { Step, StoreAccess } from './upgrade-step'
import writeVersionLua from './write-version.lua'

/** The first release's layout version, which requires no upgrade step. */
const baseline = 1

/** All steps, by version. */
const allSteps: readonly Step[] = [ownersStep]

/** The Redis key that stores the layout version. */
export const schemaKey = 'pinref:schema'

/** Writes a version unless the store already has a later one. */
const write = defineScript({
  name: 'write-version',
  keys: ['schema'],
  args: { version: integer },
  returns: flag,
  lua: writeVersionLua,
})

/**
 * Upgrades the store, step by step, to this release's layout version, and prints the changes on standard output. A
 * store without a version gets the baseline version.
 * @throws Error if the store has a later version; StoreUnavailable.
 */
export async function upgrade(stored: StoreAccess, steps: readonly Step[] = allSteps): Promise<void> {
  const current = await readVersion(stored, steps)
  if (current === null) await writeVersion(stored, baseline)
  const version = current ?? baseline
  for (const step of steps.filter((one) => one.version > version)) {
    const { changed, done } = report(step)
    await step.run(stored, changed)
    await writeVersion(stored, step.version)
    done()
  }
}

/**
 * Returns a store's layout version; null for a store that no server has started with.
 * @throws Error if the store has a later version than this release supports; StoreUnavailable.
 */
export async function readVersion(
  stored: Pick<StoreAccess, 'send'>,
  steps: readonly Step[] = allSteps,
): Promise<number | null> {
  const current = await ask(stored, ['GET', schemaKey])
  const supported = steps.at(-1)?.version ?? baseline
  if (Number(current) > supported) throw new Error(tooNew(Number(current), supported))
  return current === null ? null : Number(current)
}

const writeVersion = (stored: StoreAccess, version: number) => write.on(stored)({ schema: schemaKey }, { version })

async function ask({ send }: Pick<StoreAccess, 'send'>, command: readonly unknown[]): Promise<unknown> {
  const reply = await send(command)
  if ('error' in reply) throw new Error(`the version of the store could not be read: ${reply.error}`)
  return reply.result
}

const reportEveryMs = 2_000

/** Reports a step to the operator, unless there is nothing to change. */
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

const tooNew = (version: number, supported: number) =>
  `The data in the store has version ${version}, but this release of Pinref supports versions up to ${supported}. A later release ` +
  `upgraded it. Start that release or a later release; the CHANGELOG lists which release introduced version ${version}. Going ` +
  'back requires a backup from before the upgrade.'
