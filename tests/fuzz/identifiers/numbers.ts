import fc from 'fast-check'
import type { Numbers } from '../arithmetic'

const most = 2n ** 64n - 1n

/** Unsigned 64-bit numbers: random numbers, small numbers, and numbers that tend to break arithmetic. */
export const unsigned64: fc.Arbitrary<bigint> = fc.oneof(
  { arbitrary: fc.bigInt({ min: 0n, max: most }), weight: 4 },
  fc.bigInt({ min: 0n, max: 300n }),
  fc.constantFrom(0n, 1n, 2n ** 31n, 2n ** 32n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, 2n ** 63n, most - 1n, most),
)

/** A cell and a CID; either may be 0. */
export const numbers: fc.Arbitrary<Numbers> = fc.record({ cell: unsigned64, cid: unsigned64 })
