import { type Env, env } from './env'

/** The address at which people reach whoever runs this server; null where there is none that is read. */
export function contactEmail(
  { CONTACT_EMAIL, MAIL_FROM }: Pick<Env, 'CONTACT_EMAIL' | 'MAIL_FROM'> = env(),
): string | null {
  if (CONTACT_EMAIL) return CONTACT_EMAIL
  const [address = ''] = /[^\s<>]+@[^\s<>]+/.exec(MAIL_FROM ?? '') ?? []
  return address && !/^(no|do-?not)-?reply\b/i.test(address) ? address : null
}
