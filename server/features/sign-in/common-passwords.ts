import { dictionary } from '@zxcvbn-ts/language-common'

/**
 * The 49,000 most common leaked passwords, in lowercase. The list takes up half a megabyte, so import it only when it
 * is needed.
 */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
