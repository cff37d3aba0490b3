/** Calls an operation the way a backend does. */
export async function callWithKey(url: string, key: string, operation = 'convert', body: unknown = { cid: '1' }) {
  const response = await fetch(`${url}/api/${operation}`, {
    method: 'POST',
    headers: { 'x-api-key': key },
    body: JSON.stringify(body),
  })
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of every shape.
  const json: any = await response.json()
  return { status: response.status, remaining: response.headers.get('x-ratelimit-remaining'), json }
}
