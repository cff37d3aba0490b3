import { randomInt } from 'node:crypto'
import { oneOf } from '../faults/chance'
import { anyQuestion, type Question, refused, shareLinkOf } from '../faults/questions'
import { madeUpIds } from '../simulator/listings'
import { again, askAs, listings, type SoakContext } from './context'
import type { Person } from './person'

/** The number of visitor addresses. */
export const visitorAddresses = 200

const visitor = () => `10.1.0.${randomInt(visitorAddresses)}`

/** Requests every listing once, by its short link. After that, the store has all its listing data. */
export async function askForAll(world: SoakContext, key: string): Promise<void> {
  for (let number = 0; number < listings; number++) {
    await askAs(world, 'first calls', shareLinkOf(number), { key })
  }
}

/** Calls the API like backends with keys: requests of every kind, 10% of which should fail. */
export const callWithKeys = (world: SoakContext, backends: readonly Person[], pauseMs: number) =>
  again(world, pauseMs, () =>
    askAs(world, 'calls with keys', anyQuestion(listings), { key: oneOf(backends)?.key ?? '' }),
  )

/** Calls as visitors, without keys. */
export const callAsVisitors = (world: SoakContext, pauseMs: number) =>
  again(world, pauseMs, () => askAs(world, 'calls of visitors', anyQuestion(listings), { address: visitor() }))

/** Makes lookups that fail at the upstream, some of them slowly. */
export const makeFailingLookups = (world: SoakContext, person: Person, pauseMs: number) =>
  again(world, pauseMs, () => askAs(world, 'lookups that fail', oneOf(failing) ?? anyQuestion(), { key: person.key }))

const link = (code: string, refusal = 'link_unreachable'): Question =>
  refused('resolve', JSON.stringify({ url: `https://maps.app.goo.gl/${code}` }), refusal)

const failing: readonly Question[] = [
  link('sim-500'),
  link('sim-hang'),
  link('sim-reset'),
  link('sim-drip-headers'),
  link('sim-loop'),
  link('sim-cut'),
  link('sim-gzip-bomb'),
  link('sim-pin', 'no_listing_in_link'),
  link('sim-invented', 'listing_not_found'),
  refused('resolve', JSON.stringify({ url: madeUpIds(5n).placeId }), 'listing_not_found'),
]

/** Makes calls that cost the server nothing: their duration shows how busy the server's event loop is. */
export const watchHealth = (world: SoakContext, pauseMs: number) =>
  again(world, pauseMs, async () => {
    const startedAt = performance.now()
    const response = await fetch(`${world.url}/api/health`)
    await response.text()
    world.tally.took(performance.now() - startedAt)
    world.tally.add('health', response.status)
  })
