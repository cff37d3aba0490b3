import { load, requestsOf } from '../load/load'
import type { Stage } from '../load/stage'
import { median } from '../load/statistics'
import { appProcesses } from '../support/app-processes'
import { startApp } from '../support/start-app'
import { cids, inTurns, type Side } from './calls'
import { signIn } from './servers'

const rounds = 3

/**
 * Measures what one sign-in costs all later calls, with two servers that take turns: a call's processor time in the
 * first server's worker divided by that in the second's, after someone signed in at the first and before.
 */
export async function measureSignIn(stage: Stage, keys: readonly string[]): Promise<number> {
  const requests = requestsOf(cids, keys)
  const start = async (): Promise<Side & { stop(): Promise<unknown>; url: string }> => {
    const { process: primary, url, stop } = await startApp('node', stage.env, { output: 'ignore' })
    const [worker] = appProcesses(primary.pid).workers
    const call = { url: `${url}/api/convert`, requests }
    // A server's first seconds are not representative.
    await load(call, 32, { seconds: 2 })
    return { pid: worker?.pid, call, stop, url }
  }
  const [first, second] = [await start(), await start()]

  async function ratio(): Promise<number> {
    const ratios: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { micros } = await inTurns([first, second])
      ratios.push(micros.node / micros.fastify)
    }
    return median(ratios)
  }

  const before = await ratio()
  await signIn(first.url)
  const after = await ratio()
  await Promise.all([first.stop(), second.stop()])
  return after / before
}
