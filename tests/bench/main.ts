import { benchCalls } from './bench-calls'

await benchCalls()
process.exit(0)
