/*
 * The formats of `REDIS_URL`:
 *   redis://user:password@host:6379/2                        one Redis or Valkey server, and its database number
 *   redis://host:6379,redis://other:6379                     nodes of a cluster
 *   redis+sentinel://user:password@host:26379,other:26379/name/2?sentinelPassword=…
 *                                                            the Sentinels, and the primary's name
 * With `rediss` instead of `redis`, every connection uses TLS.
 */

/** Sentinels, and the primary that they monitor. */
export interface SentinelAddress {
  sentinels: Array<{ host: string; port: number }>
  /** The name of the primary. */
  name: string
  database: number
  isTls: boolean
  /** Credentials of the primary and its replicas. */
  username?: string
  password?: string
  /** Credentials of the Sentinels. */
  sentinelUsername?: string
  sentinelPassword?: string
}

const defaultPort = 26_379

const redisForm = 'must be a URL like redis://user:password@redis.example.com:6379, or several separated by commas'

const sentinelForm =
  'must be a URL like redis+sentinel://user:password@one.example.com:26379,two.example.com:26379/primary for Sentinel. The URL ends with the ' +
  'name of the primary, an optional database (/2), and ?sentinelUsername= and ?sentinelPassword= if the Sentinels require them'

const encoding = 'Ports must be numbers. Percent-encode special characters in a password: %2F for /, %40 for @'

/**
 * Returns the error in a Redis URL, or null if it is valid. The error doesn't quote the URL, which may contain a
 * password.
 */
export function redisUrlFault(text: string): string | null {
  if (isSentinel(text)) return readSentinels(text) ? null : `${sentinelForm}. ${encoding}`
  const nodes = text.split(',').map((node) => node.trim())
  for (const node of nodes) {
    if (!/^rediss?:\/\//.test(node)) return `${redisForm}; each must begin with redis:// or rediss://`
    if (!URL.canParse(node) || !new URL(node).hostname || credentialsOf(node) === null)
      return `${redisForm}. ${encoding}`
    const { pathname } = new URL(node)
    if (!/^(?:\/\d*)?$/.test(pathname)) return 'must end with a database number, as in redis://redis.example.com:6379/2'
    if (nodes.length > 1 && !/^\/?0?$/.test(pathname))
      return 'must not include a database, because a cluster has only database 0'
  }
  if (new Set(nodes.map((node) => new URL(node).protocol)).size > 1)
    return 'must not mix redis:// and rediss:// in one cluster'
  return null
}

const isSentinel = (text: string) => /^rediss?\+sentinel:/.test(text.trim())

/** Parses a Sentinel URL. Returns null if the URL is invalid or of another kind. */
export function readSentinels(text: string): SentinelAddress | null {
  const form = /^redis(s?)\+sentinel:\/\/([^/?@]*@)?([^/?@]+)\/([^/?]+)(?:\/(\d{1,4})?)?(?:\?(.*))?$/
  const [whole, tls, credentials = '', hosts = '', name = '', database = '0', query = ''] = form.exec(text.trim()) ?? []
  if (whole === undefined) return null
  const sentinels = hosts.split(',').map(readHost)
  const ownCredentials = credentialsOf(`redis://${credentials}host`)
  const [primary = null] = decoded(name)
  const parameters = new URLSearchParams(query)
  const isValidQuery = [...parameters.keys()].every((key) => key === 'sentinelUsername' || key === 'sentinelPassword')
  if (!sentinels.every((one) => one !== null) || ownCredentials === null || primary === null || !isValidQuery)
    return null
  const { sentinelUsername, sentinelPassword } = Object.fromEntries(parameters)
  return {
    sentinels,
    name: primary,
    database: Number(database),
    isTls: tls === 's',
    ...ownCredentials,
    ...(sentinelUsername && { sentinelUsername }),
    ...(sentinelPassword && { sentinelPassword }),
  }
}

function readHost(text: string): { host: string; port: number } | null {
  const [, host, port = String(defaultPort)] = /^(\[[\da-f:]+\]|[^\s[\]:]+)(?::(\d{1,5}))?$/i.exec(text.trim()) ?? []
  if (!host || Number(port) < 1 || Number(port) > 65_535) return null
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

/** Returns the decoded user and password in a URL, or null if they can't be decoded. */
function credentialsOf(address: string): { username?: string; password?: string } | null {
  if (!URL.canParse(address)) return null
  const { username, password } = new URL(address)
  const [[decodedUsername], [decodedPassword]] = [decoded(username), decoded(password)]
  if (decodedUsername === undefined || decodedPassword === undefined) return null
  return {
    ...(decodedUsername && { username: decodedUsername }),
    ...(decodedPassword && { password: decodedPassword }),
  }
}

function decoded(text: string): [string] | [] {
  try {
    return [decodeURIComponent(text)]
  } catch {
    return []
  }
}

/** Returns the hosts in a Redis URL, for display without credentials. */
export function redisHosts(text: string): string {
  const address = readSentinels(text)
  if (!address)
    return text
      .split(',')
      .map((node) => new URL(node.trim()).host)
      .join(', ')
  return `${address.name} at ${address.sentinels.map(({ host, port }) => `${host}:${port}`).join(', ')}`
}

/** Returns the passwords in a Redis URL, both encoded and decoded, for masking. */
export function redisPasswords(text: string): string[] {
  if (!isSentinel(text)) return text.split(',').flatMap(passwordOf)
  const { password, sentinelPassword } = readSentinels(text) ?? {}
  const passwords = [password, sentinelPassword].filter((one) => one !== undefined)
  return passwords.flatMap((one) => [one, encodeURIComponent(one)])
}

/** Returns the password in a URL, both encoded and decoded. */
export function passwordOf(address: string): string[] {
  if (!URL.canParse(address.trim())) return []
  const { password } = new URL(address.trim())
  return [password, decoded(password)[0] ?? password]
}
