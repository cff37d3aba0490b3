import { setTimeout as sleep } from 'node:timers/promises'
import { checkSecrets } from '@/server/accounts/check-secrets'
import { env } from '@/server/env'
import type { PinrefError } from '@/server/errors'
import { perProcess } from '@/server/runtime/per-process'
import { upgrade } from '@/server/store/schema/upgrade'
import { store } from '@/server/store/store'

/** How long a start waits for a store that does not answer. A function on Vercel has a caller waiting. */
const patienceMs = () => (env().VERCEL ? 0 : 5_000)

const tryEveryMs = 500

const startsWithout =
  'The store does not answer. Pinref starts anyway; until the store answers, calls get store_unavailable.\n'

/**
 * Makes sure before calls are served that the store has the layout of this release, and that the secrets are those that its
 * contents were made with. Where the store does not answer for some seconds, the start goes on without it; calls are then
 * refused until this is done, and a fault that it finds ends the process.
 * @param isFirst false where another process of this server has waited already, and said so.
 * @throws Error for a store of a later release, another pepper, or a secret that is damaged.
 */
export function prepareStore(isFirst = true): Promise<void> {
  prepared.value ??= prepare(isFirst)
  return prepared.value
}

/** On the node server both the API and Next ask for it. */
const prepared = perProcess<Promise<void>>('prepared store')

async function prepare(isFirst: boolean): Promise<void> {
  const { scan, whileHeld } = await store()
  const giveUpAt = Date.now() + (isFirst ? patienceMs() : 0)
  let goOnWithout = () => {}
  const isAway = new Promise<'away'>((resolve) => {
    goOnWithout = () => resolve('away')
  })

  /** Does work as soon as the store answers. */
  async function onceItAnswers(work: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await work()
      } catch (error) {
        if ((error as Partial<PinrefError>).code !== 'store_unavailable') throw error
      }
      if (Date.now() >= giveUpAt) goOnWithout()
      await sleep(tryEveryMs)
    }
  }

  const ready = whileHeld((send) => onceItAnswers(() => upgrade({ send, scan }))).then(() =>
    onceItAnswers(checkSecrets),
  )
  if ((await Promise.race([ready, isAway])) !== 'away') return
  if (isFirst) process.stderr.write(startsWithout)
  ready.catch(({ message }: Error) => {
    process.stderr.write(`${message}\n`)
    process.exit(1)
  })
}
