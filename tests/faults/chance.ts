import { randomInt } from 'node:crypto'

/** Returns a random item; undefined if the list is empty. */
export const oneOf = <T>(of: readonly T[]): T | undefined => (of.length === 0 ? undefined : of[randomInt(of.length)])
