/**
 * Returns the account of a browser's session; empty if no one is signed in. A session's token begins with the ids of the
 * person and the account. Reads the token without the server's code, which browser tests cannot load.
 * @param cookies the browser's cookies, by name.
 */
export function sessionAccount({ cookies }: { cookies: ReadonlyMap<string, string> }): string {
  const [, token = ''] = [...cookies].find(([name]) => name.endsWith('session_token')) ?? []
  return token.slice(16, 32)
}
