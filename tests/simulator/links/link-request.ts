/** A call through the gateway, as the represented host would see it. */
export interface LinkRequest {
  method: string
  /** Lower case; with a port if the link has one. */
  host: string
  /** Begins with `/`. */
  path: string
  query: URLSearchParams
  /** Empty if omitted. */
  userAgent: string
  /** The number of this call to the host and path, from 1. */
  visit: number
}

/** Reads `/links/<host>/<path>?<query>` as written: dot segments are not resolved. Null for any other address. */
export function readGatewayPath(url: string): { host: string; path: string; pathAndQuery: string } | null {
  const [, host, rest = ''] = /^\/links\/([^/?]+)(.*)$/s.exec(url) ?? []
  if (host === undefined) return null
  const pathAndQuery = rest.startsWith('/') ? rest : `/${rest}`
  return { host: host.toLowerCase(), path: pathAndQuery.split('?', 1)[0] ?? '/', pathAndQuery }
}
