import { Agent } from 'node:http'
import { setPriority } from 'node:os'
import fc from 'fast-check'
import { buildRequest, type World } from './build-request'
import { knownRecipes, type Recipe, recipe } from './recipes'
import { type Answer, sendRequest } from './send-request'
import { readTargets, type Target } from './targets'

/** The attacker's input. */
export interface Orders {
  url: string
  world: World
  seed: number
  /** How long to send random requests; 0 sends only one valid request to each target. */
  attackMs: number
  /** How many requests to send even if this takes longer. */
  leastRequests: number
  /** The maximum duration of a request. */
  deadlineMs: number
}

/** The attacker's report. */
export interface AttackReport {
  requests: number
  /** The count of each status from each target; status 0 means closed without a response. */
  statuses: Record<string, Record<number, number>>
  /** Violations, with the first request that caused each: undocumented statuses, internal errors, hanging requests. */
  faults: Record<string, { times: number; recipe: Recipe }>
}

/** How many recipes run at once, each with up to 40 requests. */
const loops = 6

/** The maximum number of bytes that a recipe sends at once. */
const maxBytesAtOnce = 12_000_000

const order: Orders = JSON.parse(process.argv[2] ?? '')
const { url, world, seed, attackMs, leastRequests, deadlineMs } = order
const report: AttackReport = { requests: 0, statuses: {}, faults: {} }
const agent = new Agent({ keepAlive: true, maxSockets: 300 })

function note(target: Target, chosen: Recipe, answer: Answer): void {
  const { status, text, hangs } = answer
  report.requests += 1
  const own = report.statuses[target.name] ?? {}
  report.statuses[target.name] = { ...own, [status]: (own[status] ?? 0) + 1 }
  const fault = faultOf(target, status, text, hangs) ?? faultOfBody(target, answer)
  if (fault === null) return
  const existing = report.faults[`${target.name}: ${fault}`]
  report.faults[`${target.name}: ${fault}`] = { times: (existing?.times ?? 0) + 1, recipe: existing?.recipe ?? chosen }
}

function faultOf({ statuses }: Target, status: number, text: string, hangs: boolean): string | null {
  if (hangs) return `no end after ${deadlineMs} ms`
  if (/"code\\?":\\?"internal_error/.test(text)) return `internal_error with ${status}`
  return status === 0 || statuses.includes(status) ? null : `${status} is not documented`
}

/** Returns how a complete JSON body differs from the document; null if it doesn't. */
function faultOfBody({ faultOfBody: check }: Target, { status, type, text }: Answer): string | null {
  const body = type.includes('json') ? parsed(text) : undefined
  return body === undefined ? null : (check?.(status, type, body) ?? null)
}

/** Parses JSON; undefined if only its beginning was read. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends all of a recipe's requests at once. */
async function attack(target: Target, chosen: Recipe): Promise<void> {
  const first = buildRequest(chosen, target, world, 0)
  const times = Math.max(1, Math.min(chosen.times, Math.floor(maxBytesAtOnce / (first.body?.length ?? 1))))
  const requests = Array.from({ length: times }, (_, turn) =>
    turn === 0 || chosen.shape !== 'fresh key' ? first : buildRequest(chosen, target, world, turn),
  )
  const answers = await Promise.all(requests.map((one) => sendRequest(url, one, chosen, agent, deadlineMs)))
  for (const answer of answers) note(target, chosen, answer)
}

/** Yields endless recipes that depend only on the seed: a known recipe after every two random recipes. */
function* recipes(): Generator<Recipe, never> {
  for (let batch = 0; ; batch++) {
    const random = fc.sample(recipe, { seed: seed + batch, numRuns: 2 * knownRecipes.length })
    for (const [index, one] of knownRecipes.entries()) yield* [...random.slice(2 * index, 2 * index + 2), one]
  }
}

async function main() {
  // A real attacker has its own machine, so this process must not slow down the server.
  setPriority(10)
  const targets = await readTargets(url)
  const [valid] = fc.sample(recipe, { seed, numRuns: 1 })
  if (!valid) throw new Error('fast-check made no recipe')
  const first: Recipe = { ...valid, shape: 'valid', caller: 'account', times: 1 }
  if (attackMs === 0) await Promise.all(targets.map((target) => attack(target, first)))
  // Operations and tools do more work than the many MCP methods.
  const working = targets.filter(({ schema, name }) => schema !== null || !name.startsWith('MCP'))
  const chosen = [...working, ...working, ...working, ...targets]
  const until = performance.now() + attackMs
  const next = recipes()
  async function keepAttacking() {
    while (performance.now() < until || report.requests < leastRequests) {
      const { value } = next.next()
      const { target: expected } = value
      const isNumber = typeof expected === 'number'
      const target = isNumber ? chosen[expected % chosen.length] : targets.find(({ name }) => name === expected)
      if (!target) throw new Error(`there is no ${expected}`)
      await attack(target, value)
    }
  }
  await Promise.all(Array.from({ length: loops }, keepAttacking))
  agent.destroy()
  process.stdout.write(JSON.stringify(report))
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  process.exit(1)
})
