/** Trevi Fountain: in the sample, and at Google. */
const placeId = 'ChIJ1UCDJ1NgLxMRtrsCzOHxdvY'

/**
 * A call that works as soon as it is pasted into a shell.
 * @param apiUrl the public address of this server, without a slash at its end.
 */
export const keyCurl = (apiUrl: string, key: string): string =>
  `curl ${apiUrl}/api/resolve \\\n  -H 'X-API-Key: ${key}' \\\n  -d '{"url":"${placeId}"}'`
