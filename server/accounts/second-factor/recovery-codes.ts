import { randomInt } from 'node:crypto'

/** How many an account gets at a time. */
const recoveryCodeCount = 10

/** Small letters and digits, without those that are mistaken for one another. */
const characters = '23456789abcdefghjkmnpqrstuvwxyz'

const half = () => Array.from({ length: 5 }, () => characters[randomInt(characters.length)]).join('')

/** New recovery codes, `ab3de-fgh4j`: 49 random bits each. */
export const newRecoveryCodes = (): string[] => Array.from({ length: recoveryCodeCount }, () => `${half()}-${half()}`)
