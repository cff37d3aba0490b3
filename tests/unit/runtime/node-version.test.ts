import { expect, test } from 'vitest'
import { nodeWarning } from '@/server/platform/runtime/node-version'

test.each(['20.19.0', '21.7.3'])('Node %s gets a warning that recommends Node 24', (version) => {
  expect(nodeWarning(version)).toBe(`Node ${version} no longer gets security updates. Upgrade to Node 24.`)
})

test.each(['22.0.0', '24.1.0', '26.10.0'])('Node %s gets no warning', (version) => {
  expect(nodeWarning(version)).toBeNull()
})
