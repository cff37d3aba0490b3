/** The response to a call of the API. */
export interface CallResult {
  status: number
  /** The headers worth showing, in a fixed order. */
  headers: Array<[name: string, value: string]>
  /** The body; JSON is indented. */
  body: string
  durationMs: number
}

const shownHeaders = ['x-request-id', 'x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset', 'retry-after']

/**
 * Calls the API as a program does: with the key or as a visitor, never with the user's session.
 * @param path on our own origin, e.g. `/api/resolve`.
 * @param body null for a call without one.
 * @returns null if there was no response at all.
 */
export async function callApi(
  method: string,
  path: string,
  body: object | null,
  key: string,
): Promise<CallResult | null> {
  const start = performance.now()
  try {
    const response = await fetch(path, {
      method,
      credentials: 'omit',
      headers: { ...(body && { 'content-type': 'application/json' }), ...(key && { 'x-api-key': key }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: shownHeaders.flatMap((name): CallResult['headers'] => {
        const value = response.headers.get(name)
        return value === null ? [] : [[name, value]]
      }),
      body: indented(text),
      durationMs: Math.round(performance.now() - start),
    }
  } catch {
    return null
  }
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
