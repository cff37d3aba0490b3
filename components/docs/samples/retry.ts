import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Sample } from './sample'

/**
 * Retries a call after a 500 or a rate limit error, unless the wait would be long or the quota is used up.
 * @param base this server's address.
 * @param url a link to look up.
 */
export function retrySample(base: string, url: string): Sample {
  return {
    title: 'Retry a call',
    codes: [
      { language: 'JavaScript', code: javaScript(base, url) },
      { language: 'Python', code: python(base, url) },
    ],
    prints: null,
  }
}

const javaScript = (base: string, url: string) => `async function resolve(url) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await fetch('${base}/api/resolve', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-API-Key': '${keyPlaceholder}' },
      body: JSON.stringify({ url }),
    })
    if (response.ok) return response.json()

    const problem = await response.json()
    // Wait as long as Retry-After says, but at least 1, 2, 4, 8 seconds.
    const seconds = Math.max(Number(response.headers.get('Retry-After')), 2 ** attempt)
    const helps = (response.status === 500 || problem.code === 'too_many_requests') && seconds <= 60
    if (!helps || attempt === 4) throw new Error(\`\${problem.detail} (\${problem.code}, \${problem.request_id})\`)

    // Add up to a second, so that callers do not all retry at once.
    await new Promise((wake) => setTimeout(wake, (seconds + Math.random()) * 1000))
  }
}

const listing = await resolve('${url}')
console.log(listing.title)`

const python = (base: string, url: string) => `import json
import random
import time
import urllib.error
import urllib.request


def resolve(url):
    for attempt in range(5):
        request = urllib.request.Request(
            "${base}/api/resolve",
            data=json.dumps({"url": url}).encode(),
            headers={"Content-Type": "application/json", "X-API-Key": "${keyPlaceholder}"},
        )
        try:
            with urllib.request.urlopen(request) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            # Wait as long as Retry-After says, but at least 1, 2, 4, 8 seconds.
            seconds = max(float(error.headers.get("Retry-After") or 0), 2**attempt)
            helps = (error.code == 500 or problem["code"] == "too_many_requests") and seconds <= 60
            if not helps or attempt == 4:
                raise RuntimeError(f"{problem['detail']} ({problem['code']}, {problem['request_id']})")

            # Add up to a second, so that callers do not all retry at once.
            time.sleep(seconds + random.random())


listing = resolve("${url}")
print(listing["title"])`
