import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Listing } from '@/server/features/listings/shapes'
import type { Sample } from './sample'

/**
 * Prints JSON-LD for a business's page. Only the link comes from the lookup, because Google's names and addresses must
 * not be stored.
 * @param base this server's address.
 * @param url a link to the listing.
 */
export function jsonLdSample(base: string, url: string, { title, address, schema_hasmap }: Listing): Sample {
  const call = { at: `${base}/api/resolve`, url, name: `${title}`, address: `${address}` }
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
      { language: 'JavaScript', code: javaScript(call) },
      { language: 'Python', code: python(call) },
      { language: 'PHP', code: php(call) },
    ],
    prints: `<script type="application/ld+json">\n${JSON.stringify(place, null, 2)}\n</script>`,
  }
}

interface SampleCall {
  at: string
  url: string
  name: string
  address: string
}

const javaScript = ({ at, url, name, address }: SampleCall) => `// From your own records.
const business = { name: ${JSON.stringify(name)}, address: ${JSON.stringify(address)} }

const response = await fetch('${at}', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-API-Key': '${keyPlaceholder}' },
  body: JSON.stringify({ url: '${url}', details: 'none' }),
})
const listing = await response.json()
if (!response.ok) throw new Error(listing.detail)

const place = {
  '@context': 'https://schema.org',
  '@type': 'LocalBusiness',
  ...business,
  hasMap: listing.schema_hasmap,
}
// Keep a name from closing the script.
const json = JSON.stringify(place, null, 2).replaceAll('<', '\\\\u003c')
console.log(\`<script type="application/ld+json">\\n\${json}\\n</script>\`)`

const python = ({ at, url, name, address }: SampleCall) => `import json
import urllib.request

# From your own records.
business = {"name": ${JSON.stringify(name)}, "address": ${JSON.stringify(address)}}

request = urllib.request.Request(
    "${at}",
    data=json.dumps({"url": "${url}", "details": "none"}).encode(),
    headers={"Content-Type": "application/json", "X-API-Key": "${keyPlaceholder}"},
)
with urllib.request.urlopen(request) as response:
    listing = json.load(response)

place = {
    "@context": "https://schema.org",
    "@type": "LocalBusiness",
    **business,
    "hasMap": listing["schema_hasmap"],
}
# Keep a name from closing the script.
text = json.dumps(place, indent=2, ensure_ascii=False).replace("<", "\\\\u003c")
print(f'<script type="application/ld+json">\\n{text}\\n</script>')`

const php = ({ at, url, name, address }: SampleCall) => `<?php
// From your own records.
$business = ['name' => ${JSON.stringify(name)}, 'address' => ${JSON.stringify(address)}];

$response = file_get_contents('${at}', false, stream_context_create(['http' => [
    'method' => 'POST',
    'header' => ['Content-Type: application/json', 'X-API-Key: ${keyPlaceholder}'],
    'content' => json_encode(['url' => '${url}', 'details' => 'none']),
    'ignore_errors' => true,
]]));
$listing = json_decode($response, true);
if (isset($listing['detail'])) {
    throw new RuntimeException($listing['detail']);
}

$place = [
    '@context' => 'https://schema.org',
    '@type' => 'LocalBusiness',
    'name' => $business['name'],
    'address' => $business['address'],
    'hasMap' => $listing['schema_hasmap'],
];
// JSON_HEX_TAG keeps a name from closing the script.
$flags = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_HEX_TAG;
echo "<script type=\\"application/ld+json\\">\\n", json_encode($place, $flags), "\\n</script>\\n";`
