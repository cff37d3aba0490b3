/**
 * Returns the path under `/api` that rejects a call to an operation without `/api` or with a version:
 * `/api/v1/convert` for `/convert` and `/v1/convert`. The response names the operation's address.
 * @param path of a call that doesn't only read, so it isn't for a page.
 * @returns null for any other path.
 */
export function pathOfMisplacedCall(path: string): string | null {
  if (/^\/v\d+\/./.test(path)) return `/api${path}`
  return /^\/(?:resolve|search|convert|batch)\/?$/.test(path) ? `/api/v1${path}` : null
}
