import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Listing } from '@/server/listings/shapes'
import type { Sample } from './sample'

/**
 * Looks a listing up and prints JSON-LD for its page.
 * @param base this server's address.
 * @param url a link to the listing.
 */
export function jsonLdSample(base: string, url: string, { title, address, schema_hasmap }: Listing): Sample {
  const at = `${base}/api/resolve`
  const place = {
    '@context': 'https://schema.org',
    '@type': 'LocalBusiness',
    name: title,
    address,
    hasMap: schema_hasmap,
  }
  return {
    title: 'Print JSON-LD',
    codes: [
      { language: 'JavaScript', code: javaScript(at, url) },
      { language: 'Python', code: python(at, url) },
      { language: 'PHP', code: php(at, url) },
    ],
    prints: `<script type="application/ld+json">\n${JSON.stringify(place, null, 2)}\n</script>`,
  }
}

const javaScript = (at: string, url: string) => `const response = await fetch('${at}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-API-Key': '${keyPlaceholder}' },
  body: JSON.stringify({ url: '${url}' }),
})
const listing = await response.json()
if (!response.ok) throw new Error(listing.detail)

const place = {
  '@context': 'https://schema.org',
  '@type': 'LocalBusiness',
  name: listing.title,
  address: listing.address,
  hasMap: listing.schema_hasmap,
}
// Keep a name from closing the script.
const json = JSON.stringify(place, null, 2).replaceAll('<', '\\\\u003c')
console.log(\`<script type="application/ld+json">\\n\${json}\\n</script>\`)`

const python = (at: string, url: string) => `import json
import urllib.request

request = urllib.request.Request(
    "${at}",
    data=json.dumps({"url": "${url}"}).encode(),
    headers={"Content-Type": "application/json", "X-API-Key": "${keyPlaceholder}"},
)
with urllib.request.urlopen(request) as response:
    listing = json.load(response)

place = {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    "name": listing["title"],
    "address": listing["address"],
    "hasMap": listing["schema_hasmap"],
}
# Keep a name from closing the script.
text = json.dumps(place, indent=2, ensure_ascii=False).replace("<", "\\\\u003c")
print(f'<script type="application/ld+json">\\n{text}\\n</script>')`

const php = (at: string, url: string) => `<?php
$response = file_get_contents('${at}', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', 'X-API-Key: ${keyPlaceholder}'],
    'content' => json_encode(['url' => '${url}']),
    'ignore_errors' => true,
]]));
$listing = json_decode($response, true);
if (isset($listing['detail'])) {
    throw new RuntimeException($listing['detail']);
}

$place = [
    '@context' => 'https://schema.org',
    '@type' => 'LocalBusiness',
    'name' => $listing['title'],
    'address' => $listing['address'],
    'hasMap' => $listing['schema_hasmap'],
];
// JSON_HEX_TAG keeps a name from closing the script.
$flags = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_HEX_TAG;
echo "<script type=\\"application/ld+json\\">\\n", json_encode($place, $flags), "\\n</script>\\n";`
