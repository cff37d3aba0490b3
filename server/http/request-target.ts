/**
 * The path and query that a request line asks for, e.g. `/api/convert?x=1`; null where two programs could read its path in
 * two ways: by dot segments, backslashes, empty segments, or characters that no address has. The rules of a proxy in front
 * may have been held against another reading than ours. The absolute form (`http://host/path`) is taken without its host.
 * @see https://www.rfc-editor.org/rfc/rfc9112#name-request-target
 */
export function readTarget(target: string): string | null {
  const [, origin, rest = ''] = /^(https?:\/\/[^/?#\\]+)?(.*)$/is.exec(target) ?? []
  const address = origin && !rest.startsWith('/') ? `/${rest}` : rest
  const [path = ''] = address.split('?')
  if (!/^\/[\x21\x22\x24-\x7e]*$/.test(address) || path.includes('//')) return null
  return new URL(`http://localhost${path}`).pathname === path ? address : null
}
