import { expect, test } from 'vitest'
import { runChaos } from '../bench/batches/chaos-run'

// A short `npm run task bench:batches -- chaos`: three processes run a batch of a few chunks while the processes and Redis
// fail.
test('every batch line gets a result and is counted once, even when processes and the embedded Redis hang or die every second', async () => {
  const { toll, foundBefore } = await runChaos({
    lines: 20_000,
    cancelled: 60_000,
    seed: 1,
    awaitsCallbacks: false,
    say: () => {},
  })
  expect(toll.processes).toBeGreaterThan(0)
  expect(toll.stores).toBeGreaterThan(0)
  expect(toll.pauses).toBeGreaterThan(0)
  expect(foundBefore).toBeGreaterThan(2_000)
}, 600_000)
