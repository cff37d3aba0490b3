import { benchCalls } from './bench-calls'
import { benchUpstream } from './bench-upstream'
import { benchReadReference } from './read-reference'

const { links, medianMicros, slowest } = benchReadReference()
console.log(`Reading a link (${links} real ones): median ${medianMicros.toFixed(1)} µs`)
console.log(`  the slowest, ${slowest.medianMicros.toFixed(1)} µs: ${slowest.url.slice(0, 80)}`)

await benchUpstream()
await benchCalls()
process.exit(0)
