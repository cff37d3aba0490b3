import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Sample } from './sample'

/**
 * Checks place ids, up to 100 per call, and prints which are out of date.
 * @param base this server's address.
 * @param placeId of a listing.
 */
export const staleIdsSample = (base: string, placeId: string): Sample => ({
  title: 'Check place ids',
  codes: [
    { language: 'JavaScript', code: javaScript(`${base}/api/batch`, placeId) },
    { language: 'Python', code: python(`${base}/api/batch`, placeId) },
  ],
  prints: null,
})

const javaScript = (at: string, placeId: string) => `const placeIds = ['${placeId}']

for (let first = 0; first < placeIds.length; first += 100) {
  const asked = placeIds.slice(first, first + 100)
  const items = asked.map((url) => ({ operation: 'resolve', url, details: 'checked' }))
  const response = await fetch('${at}', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': '${keyPlaceholder}' },
    body: JSON.stringify({ items }),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.detail)

  answer.results.forEach(({ ok, result, problem }, index) => {
    if (problem?.code === 'listing_not_found') console.log(\`\${asked[index]} is gone\`)
    else if (!ok) console.log(\`\${asked[index]} failed: \${problem.code}\`)
    else if (result.place_id !== asked[index]) console.log(\`\${asked[index]} is now \${result.place_id}\`)
    else console.log(\`\${asked[index]} is \${result.listing_status}\`)
  })
}`

const python = (at: string, placeId: string) => `import json
import urllib.request

place_ids = ["${placeId}"]

for first in range(0, len(place_ids), 100):
    asked = place_ids[first : first + 100]
    items = [{"operation": "resolve", "url": one, "details": "checked"} for one in asked]
    request = urllib.request.Request(
        "${at}",
        data=json.dumps({"items": items}).encode(),
        headers={"Content-Type": "application/json", "X-API-Key": "${keyPlaceholder}"},
    )
    with urllib.request.urlopen(request) as response:
        results = json.load(response)["results"]

    for place_id, answer in zip(asked, results):
        problem = answer.get("problem")
        if problem and problem["code"] == "listing_not_found":
            print(f"{place_id} is gone")
        elif not answer["ok"]:
            print(f"{place_id} failed: {problem['code']}")
        elif answer["result"]["place_id"] != place_id:
            print(f"{place_id} is now {answer['result']['place_id']}")
        else:
            print(f"{place_id} is {answer['result']['listing_status']}")`
