import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The 49,000 most common leaked passwords, in lowercase. They take up half a megabyte, so import them only when needed.
 */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
