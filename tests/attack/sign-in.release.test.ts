import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asShipped } from '../support/busy-machine'
import { Person } from '../support/person'
import { wrongSignIns } from '../support/wrong-sign-ins'
import { probeDuring } from './probe'
import { startTarget, type Target } from './target'

let target: Target
let probeKey: string

beforeAll(async () => {
  target = await startTarget(asShipped)
  probeKey = (await target.account('probe', 'unlimited')).keys[0]?.key ?? ''
  await target.warmUp()
})
afterAll(() => target.stop())

const waves = 10
const answeredMs = 5_000

/** Signs in once and returns the status and the time it took, in milliseconds. */
async function timed(person: Person): Promise<{ status: number; tookMs: number }> {
  const startedMs = performance.now()
  const { status } = await person.signIn()
  return { status, tookMs: Math.round(performance.now() - startedMs) }
}

test.each([6, 20])(
  'ten wrong sign-ins from each of %i addresses, and from as many new ones each second, do not affect other callers',
  async (networks) => {
    const owner = new Person(target.url, `owner${networks}@example.com`)
    expect((await owner.signUp()).status).toBe(200)
    const elsewhere = () => new Person(target.url, owner.email)
    const before = await timed(owner)

    async function attack() {
      const attempts: ReturnType<typeof wrongSignIns> = []
      const fromKnown: Array<ReturnType<typeof timed>> = []
      const fromNew: Array<ReturnType<typeof timed>> = []
      for (let wave = 0; wave < waves; wave++) {
        const from = { first: (networks + wave) * 100, networks }
        attempts.push(...wrongSignIns(target.url, from, (network, attempt) => `${attempt}.${network}@example.com`))
        await sleep(500)
        // An account may be tried ten times every 15 minutes, including successfully.
        if (wave < 8) fromKnown.push(timed(owner))
        fromNew.push(timed(elsewhere()))
        await sleep(500)
      }
      return {
        attempts: countOf(await Promise.all(attempts)),
        fromKnown: await Promise.all(fromKnown),
        fromNew: await Promise.all(fromNew),
      }
    }
    const { result, ...figures } = await probeDuring(target.url, probeKey, attack)
    console.log(JSON.stringify({ networks, ...figures, before, ...result }))
    expect(Object.keys(result.attempts)).toEqual(['401', '429'])
    expect(figures.attacked.statuses).toEqual({ 200: figures.attacked.calls })
    expect(figures.ratio).toBeLessThan(3)
    expect(new Set(result.fromKnown.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { status, tookMs } of [...result.fromKnown, ...result.fromNew]) {
      expect([200, 429]).toContain(status)
      expect(tookMs).toBeLessThan(answeredMs)
    }
  },
)

const countOf = (attempts: Array<{ status: number }>) =>
  attempts.reduce<Record<number, number>>((counts, { status }) => {
    counts[status] = (counts[status] ?? 0) + 1
    return counts
  }, {})
