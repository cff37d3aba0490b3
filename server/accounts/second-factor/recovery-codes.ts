import { randomInt } from 'node:crypto'

/** How many codes an account gets at a time. */
const recoveryCodeCount = 10

/** Lowercase letters and digits, without those that look alike. */
const characters = '23456789abcdefghjkmnpqrstuvwxyz'

const half = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')

/** Returns new recovery codes, such as `ab3de-fgh4j`: 49 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`)
