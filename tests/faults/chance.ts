import { randomInt } from 'node:crypto'

/** One of these, at random; undefined where there is none. */
export const oneOf = <T>(of: readonly T[]): T | undefined => (of.length === 0 ? undefined : of[randomInt(of.length)])
