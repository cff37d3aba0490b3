import script from '@/clients/apps-script/pinref.gs'
import { keyPlaceholder } from '@/components/samples/request-samples'
import type { Listing } from '@/server/features/listings/shapes'
import type { Sample } from './sample'

/**
 * Returns samples for the Python client: how to install it and what it does.
 * @param base this server's address. @param listing the listing to look up.
 */
export const pythonClientSamples = (base: string, { cid, place_id, title, rating, maps_url }: Listing) =>
  ({
    pythonGet: {
      title: 'Get the Python client',
      codes: [{ language: 'shell', code: `curl -O ${base}/pinref.py` }],
      prints: null,
    },
    pythonResolve: python(
      'Look up a link in Python',
      `${start}
listing = client.resolve("https://maps.google.com/?cid=${cid}")
print(listing["title"], listing["rating"], listing["place_id"])

for found in client.search("british museum", country="GB"):
    print(found["title"], found["cid"])

print(client.convert("${cid}")["hex_cid"])`,
      [`${title} ${rating} ${place_id}`, 'British Museum 3436696222068785831', `0x${BigInt(cid).toString(16)}`],
    ),
    pythonErrors: python(
      'Handle an error in Python',
      `from pinref import Pinref, PinrefError

client = Pinref("${keyPlaceholder}")
try:
    client.resolve("https://example.com")
except PinrefError as error:
    print(error.status, error.code)`,
      ['400 unsupported_link'],
    ),
    pythonMany: python(
      'Look up many links in Python',
      `${start}
links = [
    "${place_id}",
    "https://example.com",
    "https://maps.google.com/?cid=${cid}",
]

for found in client.resolve_many(links, details="none"):
    if found.error is None:
        print(found.listing["cid"], found.listing["maps_url"])
    else:
        print(found.link, "failed:", found.error.code)`,
      [`${cid} ${maps_url}`, 'https://example.com failed: unsupported_link', `${cid} ${maps_url}`],
    ),
    pythonAsync: python(
      'Look up links with asyncio',
      `import asyncio
from pinref import AsyncPinref

async def main():
    async with AsyncPinref("${keyPlaceholder}") as client:
        listing, conversion = await asyncio.gather(
            client.resolve("${place_id}"),
            client.convert("${cid}"),
        )
        print(listing["title"], conversion["hex_cid"])

asyncio.run(main())`,
      [`${title} 0x${BigInt(cid).toString(16)}`],
    ),
    pythonWatch: python(
      'Watch listings in Python',
      `${start}
watchlist = client.create_watchlist(name="Branches", period="monthly")
result = client.create_listings(
    watchlist["id"],
    [{"url": "${place_id}", "reference": "rome-01"}, "no link"],
)
print(result["created_count"], "added")

for event in client.list_events(watchlist["id"]):
    print(event["type"], event["reference"] or event["text"])`,
      ['2 added', 'listing.unreadable no link'],
    ),
    pythonBatch: python(
      'Run a batch in Python',
      `${start}
lines = ["${place_id}", "no link"]
batch = client.run_batch(lines, details="none")

for row in client.list_results(batch["id"]):
    print(row["row"], row["state"], row["input"])

with open("results.csv", "w", encoding="utf-8", newline="") as file:
    file.writelines(client.get_results_csv(batch["id"]))`,
      [`1 found ${place_id}`, '2 unreadable no link'],
    ),
    pythonAccount: {
      title: 'Get the account’s usage in Python',
      codes: [
        {
          language: 'Python',
          code: `${start}
usage = client.get_usage()
print(usage["used"], "calls this month, until", usage["resets_at"])

for key in usage["key_counts"]:
    print(key["name"], key["used"])`,
        },
      ],
      // The figures differ each time.
      prints: null,
    },
  }) satisfies Record<string, Sample>

const start = `from pinref import Pinref

client = Pinref("${keyPlaceholder}")`

const python = (title: string, code: string, prints: readonly string[]): Sample => ({
  title,
  codes: [{ language: 'Python', code }],
  prints: prints.join('\n'),
})

/**
 * Returns the functions for Google Sheets, in Apps Script.
 * @param base this server's address. @param mapHost the host of its links to listings.
 */
export const sheetsSample = (base: string, mapHost: string): Sample => ({
  title: 'The script for Google Sheets',
  codes: [
    {
      language: 'Apps Script',
      code: atAddress(script, base).replace("'https://maps.google.com'", `'${mapHost}'`).trim(),
    },
  ],
  prints: null,
})

/** The server address in the files in `clients/`. */
const writtenAddress = 'http://localhost:3000'

/** Returns a client's file as served by this server, with this server's address in it. */
export const atAddress = (file: string, base: string): string => file.replaceAll(writtenAddress, base)
