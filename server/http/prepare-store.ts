import { setTimeout as sleep } from 'node:timers/promises'
import { checkSecrets } from '@/server/accounts/check-secrets'
import { env } from '@/server/env'
import type { PinrefError } from '@/server/errors'
import { perProcess } from '@/server/runtime/per-process'
import { upgrade } from '@/server/store/schema/upgrade'
import { store } from '@/server/store/store'

/** How long a start waits for a store that does not answer: not at all on Vercel, where a caller is already waiting. */
const patienceMs = () => (env().VERCEL ? 0 : 5_000)

const tryEveryMs = 500

const startsWithout =
  'The store does not answer. Pinref starts anyway; until the store answers, calls get store_unavailable.\n'

/**
 * Makes sure before calls are served that the store has the layout of this release, and that the secrets are those that its
 * contents were made with. If the store does not answer for some seconds, the start continues without it. Calls are then refused
 * until the store is prepared, and a fault found later ends the process.
 * @param isFirst false if another process of this server has already waited and reported it.
 * @throws Error for a store of a later release, another pepper, or a damaged secret.
 */
export function prepareStore(isFirst = true): Promise<void> {
  prepared.value ??= prepare(isFirst)
  return prepared.value
}

/** Shared by all copies of this module: on the node server, both the API and Next call `prepareStore`. */
const prepared = perProcess<Promise<void>>('prepared store')

async function prepare(isFirst: boolean): Promise<void> {
  const { scan, whileHeld } = await store()
  const giveUpAt = Date.now() + (isFirst ? patienceMs() : 0)
  let goOnWithout = () => {}
  const isAway = new Promise<'away'>((resolve) => {
    goOnWithout = () => resolve('away')
  })

  /** Repeats the work until the store answers. */
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
