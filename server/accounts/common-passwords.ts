import { dictionary } from '@zxcvbn-ts/language-common'

/** The 49,000 commonest passwords of leaks, in lower case. They take half a megabyte: import them when they are needed. */
export const commonPasswords: ReadonlySet<string> = new Set(dictionary['passwords-common'])
