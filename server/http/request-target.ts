/**
 * Returns the path and query of a request line, e.g. `/api/convert?x=1`. Returns null if two programs could read the path in two
 * ways, because of dot segments, backslashes, empty segments, or characters that no address has: a proxy in front may have
 * applied its rules to another reading than ours. The absolute form (`http://host/path`) is taken without its host.
 * @see https://www.rfc-editor.org/rfc/rfc9112#name-request-target
 */
export function readTarget(target: string): string | null {
  const [, origin, rest = ''] = /^(https?:\/\/[^/?#\\]+)?(.*)$/is.exec(target) ?? []
  const address = origin && !rest.startsWith('/') ? `/${rest}` : rest
  const [path = ''] = address.split('?')
  if (!/^\/[\x21\x22\x24-\x7e]*$/.test(address) || path.includes('//')) return null
  return new URL(`http://localhost${path}`).pathname === path ? address : null
}
