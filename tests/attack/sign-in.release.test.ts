import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { countOf } from '../load/statistics'
import { asShipped } from '../support/busy-machine'
import { Person } from '../support/person'
import { wrongSignIns } from '../support/wrong-sign-ins'
import { targetForTests } from './target'

const target = targetForTests({ settings: asShipped })
beforeAll(() => target.warmUp())

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
        attempts: countOf((await Promise.all(attempts)).map(({ status }) => status)),
        fromKnown: await Promise.all(fromKnown),
        fromNew: await Promise.all(fromNew),
      }
    }
    const { result, ...figures } = await target.attack(attack)
    console.log(JSON.stringify({ networks, before }))
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
