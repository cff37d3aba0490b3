import { type Env, env } from './env'

/** Returns the address at which people reach the operator of this server; null if there is none that anybody reads. */
export function contactEmail(
  { CONTACT_EMAIL, MAIL_FROM }: Pick<Env, 'CONTACT_EMAIL' | 'MAIL_FROM'> = env(),
): string | null {
  if (CONTACT_EMAIL) return CONTACT_EMAIL
  const [address = ''] = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '') ?? []
  return address && !/^(no|do-?not)-?reply\b/i.test(address) ? address : null
}
