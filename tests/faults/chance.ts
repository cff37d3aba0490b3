import { randomInt } from 'node:crypto'

/** A random one of these; undefined if there are none. */
export const oneOf = <T>(of: readonly T[]): T | undefined => (of.length === 0 ? undefined : of[randomInt(of.length)])
