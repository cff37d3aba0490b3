import { afterAll, beforeEach } from 'vitest'
import { createExpander, createLinkMemory, type ExpanderParts } from '@/server/places/links/expand/expander'
import { createFetchHop } from '@/server/places/links/expand/fetch-hop'
import { gatewayAgent } from '@/server/places/links/expand/pinned-agent'
import { readReference } from '@/server/places/links/read-reference'
import { store } from '@/server/platform/store/store'
import { withStore } from '../access/environment'
import { landmark } from '../simulator/listings'
import { type Simulator, startSimulator } from '../simulator/simulator'
import { patient } from './places'

/**
 * Returns a function that makes expanders from production parts on a simulator, by default without pauses or limits.
 */
export function expandersOn({ linksUrl }: Simulator) {
  const agent = gatewayAgent()
  afterAll(() => agent.destroy())
  const memory = createLinkMemory(async () => (await store()).redis)
  return (more: Partial<ExpanderParts> = {}) =>
    createExpander({
      fetchHop: createFetchHop(agent, linksUrl),
      timeoutMs: 5_000,
      pauseMs: 0,
      memory,
      upstream: (work, lookup) => work(lookup, (step) => step()),
      shareFlight: (_, work, lookup) => work(lookup),
      ...more,
    })
}

/** Starts a simulator, empties the store before each test, and expands pasted texts with the production parts. */
export async function linksForTests() {
  const simulator = await startSimulator()
  withStore({ LINK_GATEWAY_URL: simulator.linksUrl })
  const expanderWith = expandersOn(simulator)
  beforeEach(async () => {
    simulator.reset()
    await (await store()).redis.flushdb()
  })
  afterAll(() => simulator.stop())
  return {
    simulator,
    expand(pasted: string, more: Partial<ExpanderParts> = {}, lookup = patient()) {
      const reference = readReference(pasted)
      if (reference.kind !== 'short_link') throw new Error(`${pasted} is no short link`)
      return expanderWith(more).expand(reference.link, async () => null, lookup)
    },
    requests: () => simulator.calls.map(({ link }) => link),
  }
}

/** Returns the special link with this code. */
export const sim = (code: string) => `https://maps.app.goo.gl/sim-${code}`

/** The expansion of every link that points to the landmark. */
export const theLandmark = { kind: 'listing', reference: { cid: landmark.cid } }
