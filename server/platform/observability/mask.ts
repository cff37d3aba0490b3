import { BlockList, isIP, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Env } from '@/server/platform/settings/env'
import { passwordOf, redisPasswords } from '@/server/platform/settings/redis-url'

/**
 * How many characters of a string are masked and returned. The rest of the text is cut off so that long text cannot delay
 * the caller.
 */
export const longest = 16_384

const googleHosts =
  '(?:[a-z0-9-]{1,63}\\.){0,3}(?:google(?:\\.[a-z]{2,3}){1,2}|goo\\.gl|g\\.page|g\\.co|withgoogle\\.com)'

/** Patterns of private text, and their replacements. Every repetition is bounded, for speed: see `longest`. */
const rules: [RegExp, string][] = [
  // Text that JSON.parse quotes from a body that is not JSON, and text that a Redis client quotes from its command.
  [/(?<=, ).{0,200}(?= is not valid JSON)/gs, '(text)'],
  [/(?<=command was: ).{0,16384}/gs, '(command)'],
  [/(?<=Failed to parse URL from )\S{1,4096}/g, '(address)'],
  // URLs keep only their host. A share link has the listing's name in its path, and a redirect has the link in its query.
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)(?:[^\s/@"'<>]{1,512}@)?([^\s/?#"'<>)]{1,255})[/?#][^\s"'<>)]{0,4096}/gi, '$1$2/…'],
  [/\b([a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/@"'<>]{1,512}@/gi, '$1'],
  [new RegExp(`(?<![\\w./-])(${googleHosts})(?:[/?#]|%2f|%3f|%23)[^\\s"'<>)]{0,4096}`, 'gi'), '$1/…'],
  [/\bpr_(live|test)_[0-9A-Za-z]{1,200}/g, 'pr_$1_…'],
  [/\bAIza[\w-]{8,200}/g, 'AIza…'],
  [/\b(sk|rk|pk)_(live|test)_\w{1,250}/g, '$1_$2_…'],
  [/\b(whsec|gh[oprsu]|github_pat|GOCSPX)([_-])[\w-]{4,250}/g, '$1$2…'],
  [/\bya29\.[\w.-]{4,2048}/g, 'ya29.…'],
  [/\beyJ[\w-]{4,4096}\.[\w-]{4,8192}(?:\.[\w-]{0,4096})?/g, '(token)'],
  [/\b(bearer|basic)\s+[\w.~+/=-]{4,4096}/gi, '$1 …'],
  [
    /\b(authorization|(?:set-)?cookie|x-goog-api-key|x-api-key)(["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"'][^"'\n]{0,4096}/gi,
    '$1$2…',
  ],
  [/\b(session_token|password|token|secret)(["']?\s{0,4}[:=]\s{0,4}["']?)[^\s"'&,;]{1,4096}/gi, '$1$2…'],
  [/[^\s@<>"'(),:;=[\]/\\]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}/gu, '(email)'],
]

const ipv4 = /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\.?\w)/g
const ipv6 = /(?<![\w:.])[\da-f:]{2,39}(?![\w:])/gi

/**
 * IP addresses that don't identify a person: this machine's addresses, and private addresses such as those of the
 * operator's own servers.
 */
const ownNetworks = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const) {
  ownNetworks.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  ownNetworks.addSubnet(network, prefix, 'ipv6')
}

/**
 * Masks private data in a string for the log: API keys and other tokens, everything in a URL after its host, quoted
 * input, email addresses, and public IP addresses. `file:` URLs stay whole, because they show where in our code the
 * error is.
 * @param secrets values that are masked wherever they occur, e.g. this installation's own.
 */
export function mask(text: string, secrets: readonly string[] = []): string {
  let masked = text.length > longest ? `${text.slice(0, longest)}…` : text
  for (const secret of secrets) masked = masked.replaceAll(secret, '(secret)')
  for (const [form, replacement] of rules) masked = masked.replace(form, replacement)
  return masked.replace(ipv4, maskAddress).replace(ipv6, maskAddress)
}

function maskAddress(text: string): string {
  const family = isIP(text)
  if (family === 0 || ownNetworks.check(text, family === 4 ? 'ipv4' : 'ipv6')) return text
  return '(IP address)'
}

/** Masks an email so that its owner recognizes it, but no one else can tell whose it is: `a…@example.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '' : `${[...email][0]}…${email.slice(at)}`
}

/** Returns an IP address's network: `192.0.2.0/24`, `2001:db8:7::/48`; empty if the text is not an address. */
export function maskToNetwork(address: string): string {
  if (isIP(address) === 0) return ''
  const parsed = isIPv6(address) ? ipaddr.process(address.replace(/%.*/, '')) : ipaddr.parse(address)
  const bits = parsed.kind() === 'ipv4' ? 24 : 48
  const bytes = parsed.toByteArray().map((byte, index) => (index * 8 < bits ? byte : 0))
  return `${ipaddr.fromByteArray(bytes)}/${bits}`
}

/** Shorter secrets are not masked, because they would also match other text. */
const shortest = 6

type SecretName = Extract<
  keyof Env,
  `${string}_${'SECRET' | 'SECRETS' | 'TOKEN' | 'PEPPER' | 'PEPPERS' | 'KEY' | 'PASSWORD'}`
>

/** The settings that are secrets. The code doesn't compile if a setting named like a secret is missing. */
const secretNames: Record<SecretName, true> = {
  KEY_PEPPER: true,
  OTHER_KEY_PEPPERS: true,
  AUTH_SECRET: true,
  OTHER_AUTH_SECRETS: true,
  CRON_SECRET: true,
  METRICS_TOKEN: true,
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

/** Returns the values in this installation's environment that must never leak: its secrets and the passwords in its URLs. */
export function ownSecrets(settings: Env): string[] {
  const secrets = Object.keys(secretNames).flatMap((name) => settings[name as SecretName] ?? [])
  const passwords = [...redisPasswords(settings.REDIS_URL ?? ''), ...passwordOf(settings.SMTP_URL ?? '')]
  return [...secrets, ...passwords].filter(({ length }) => length >= shortest)
}
