import type { Env } from '@/server/env'

/** Shorter secrets are not masked, because they would also match other text. */
const shortest = 6

type SecretName = Extract<
  keyof Env,
  `${string}_${'SECRET' | 'SECRETS' | 'TOKEN' | 'PEPPER' | 'PEPPERS' | 'KEY' | 'PASSWORD'}`
>

/** The variables that are secrets. Does not compile if one that is named like a secret is missing. */
const secretNames: Record<SecretName, true> = {
  KEY_PEPPER: true,
  OTHER_KEY_PEPPERS: true,
  AUTH_SECRET: true,
  OTHER_AUTH_SECRETS: true,
  CRON_SECRET: true,
  QSTASH_TOKEN: true,
  QSTASH_CURRENT_SIGNING_KEY: true,
  QSTASH_NEXT_SIGNING_KEY: true,
  UPSTASH_REDIS_REST_TOKEN: true,
  GOOGLE_MAPS_API_KEY: true,
  GITHUB_CLIENT_SECRET: true,
  GOOGLE_CLIENT_SECRET: true,
  STRIPE_SECRET_KEY: true,
  STRIPE_WEBHOOK_SECRET: true,
}

/** Returns the parts of this installation's environment that must never leak: its secrets and the passwords in its URLs. */
export function ownSecrets(settings: Env): string[] {
  const secrets = Object.keys(secretNames).flatMap((name) => settings[name as SecretName] ?? [])
  const addresses = [...(settings.REDIS_URL?.split(',') ?? []), settings.SMTP_URL ?? '']
  return [...secrets, ...addresses.flatMap(passwordOf)].filter(({ length }) => length >= shortest)
}

/** Returns the password in a URL, as it is written there and decoded. */
function passwordOf(address: string): string[] {
  if (!URL.canParse(address.trim())) return []
  const { password } = new URL(address.trim())
  return [password, decoded(password)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
