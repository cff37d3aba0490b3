import { randomInt } from 'node:crypto'

/** Returns a random item; undefined if there are none. */
export const oneOf = <T>(of: readonly T[]): T | undefined => (of.length === 0 ? undefined : of[randomInt(of.length)])
