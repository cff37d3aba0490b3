/*
 * The forms of `REDIS_URL`:
 *   redis://user:password@host:6379/2                        one Redis or Valkey, and the database in it
 *   redis://host:6379,redis://other:6379                     nodes of a cluster
 *   redis+sentinel://user:password@host:26379,other:26379/name/2?sentinelPassword=…
 *                                                            the Sentinels that know where the primary of this name is
 * With `rediss` in place of `redis` every connection uses TLS.
 */

/** Sentinels, and what they watch. */
export interface SentinelAddress {
  sentinels: Array<{ host: string; port: number }>
  /** What the Sentinels call the primary. */
  name: string
  database: number
  isTls: boolean
  /** Of the primary and its replicas. */
  username?: string
  password?: string
  /** Of the Sentinels. */
  sentinelUsername?: string
  sentinelPassword?: string
}

const defaultPort = 26_379

const redisForm = 'is an address like redis://user:password@redis.example.com:6379, or several separated by commas'

const sentinelForm =
  'is an address like redis+sentinel://user:password@one.example.com:26379,two.example.com:26379/primary for Sentinels, with the ' +
  'name of the primary at its end, then a database if any (/2), and ?sentinelUsername= and ?sentinelPassword= if the Sentinels ask'

const encoding = 'A port is a number, and special characters in a password are percent-encoded: %2F for /, %40 for @'

/** Returns what is wrong with the address of a Redis, without quoting it, because it may hold a password; null if nothing is. */
export function redisUrlFault(text: string): string | null {
  if (isSentinel(text)) return readSentinels(text) ? null : `${sentinelForm}. ${encoding}`
  const nodes = text.split(',').map((node) => node.trim())
  for (const node of nodes) {
    if (!/^rediss?:\/\//.test(node)) return `${redisForm}; each begins with redis:// or rediss://`
    if (!URL.canParse(node) || !new URL(node).hostname || credentialsOf(node) === null)
      return `${redisForm}. ${encoding}`
    const { pathname } = new URL(node)
    if (!/^(?:\/\d*)?$/.test(pathname)) return 'names a database by its number, as in redis://redis.example.com:6379/2'
    if (nodes.length > 1 && !/^\/?0?$/.test(pathname))
      return 'names no database for a cluster, which has only the database 0'
  }
  if (new Set(nodes.map((node) => new URL(node).protocol)).size > 1)
    return 'has redis:// and rediss:// in one cluster; use one of them'
  return null
}

const isSentinel = (text: string) => /^rediss?\+sentinel:/.test(text.trim())

/** Reads an address of Sentinels; null if it is another address, or not a right one. */
export function readSentinels(text: string): SentinelAddress | null {
  const form = /^redis(s?)\+sentinel:\/\/([^/?@]*@)?([^/?@]+)\/([^/?]+)(?:\/(\d{1,4})?)?(?:\?(.*))?$/
  const [whole, tls, credentials = '', hosts = '', name = '', database = '0', query = ''] = form.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const sentinels = hosts.split(',').map(readHost)
  const own = credentialsOf(`redis://${credentials}host`)
  const [primary = null] = decoded(name)
  const others = new URLSearchParams(query)
  const known = [...others.keys()].every((key) => key === 'sentinelUsername' || key === 'sentinelPassword')
  if (!sentinels.every((one) => one !== null) || own === null || primary === null || !known) return null
  const { sentinelUsername, sentinelPassword } = Object.fromEntries(others)
  return {
    ...{ sentinels, name: primary, database: Number(database), isTls: tls === 's', ...own },
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
  }
}

function readHost(text: string): { host: string; port: number } | null {
  const [, host, port = String(defaultPort)] = /^(\[[\da-f:]+\]|[^\s[\]:]+)(?::(\d{1,5}))?$/i.exec(text.trim()) ?? []
  if (!host || Number(port) < 1 || Number(port) > 65_535) return null
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Returns the decoded user and password of a URL; null if they cannot be decoded. */
function credentialsOf(address: string): { username?: string; password?: string } | null {
  if (!URL.canParse(address)) return null
  const { username, password } = new URL(address)
  const [[user], [word]] = [decoded(username), decoded(password)]
  if (user === undefined || word === undefined) return null
  return { ...(user && { username: user }), ...(word && { password: word }) }
}

function decoded(text: string): [string] | [] {
  try {
    return [decodeURIComponent(text)]
  } catch {
    return []
  }
}

/** Returns the hosts in an address, to show it without credentials. */
export function redisHosts(text: string): string {
  const found = readSentinels(text)
  if (!found)
    return text
      .split(',')
      .map((node) => new URL(node.trim()).host)
      .join(', ')
  return `${found.name} at ${found.sentinels.map(({ host, port }) => `${host}:${port}`).join(', ')}`
}

/** Returns the passwords in an address, as they are written there and decoded, for masking. */
export function redisPasswords(text: string): string[] {
  if (!isSentinel(text)) return text.split(',').flatMap(passwordOf)
  const { password, sentinelPassword } = readSentinels(text) ?? {}
  const given = [password, sentinelPassword].filter((one) => one !== undefined)
  return given.flatMap((one) => [one, encodeURIComponent(one)])
}

/** Returns the password in a URL, as it is written there and decoded. */
export function passwordOf(address: string): string[] {
  if (!URL.canParse(address.trim())) return []
  const { password } = new URL(address.trim())
  return [password, decoded(password)[0] ?? password]
}
