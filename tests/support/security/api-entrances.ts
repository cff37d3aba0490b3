import { writeTimeoutMs } from '@/server/entrances/http/node-call'
import { maxItems } from '@/server/entrances/trpc/listings/schemas'
import { longestName } from '@/server/features/batches/batch'
import {
  fileMs,
  filesAtOnce,
  longestHeading,
  longestLine,
  maxBatches,
  maxBytes,
  maxColumns,
  maxIdempotencyKeys,
  maxLines,
  maxLinesStored,
  maxPageBytes,
  maxParts,
  maxReadBytes,
  maxScanned,
  maxWaitSeconds,
  resultReads,
  waitsAtOnce,
} from '@/server/features/batches/limits'
import { maxRows } from '@/server/features/batches/read-results'
import { maxAddresses, maxEndpoints } from '@/server/features/callbacks/endpoint'
import { maxFormer } from '@/server/features/callbacks/secrets'
import { maxAncestors } from '@/server/metering/access/key-budgets'
import { maxKeys } from '@/server/metering/access/key-store'
import { limits } from '@/server/metering/access/limits'
import { shortBytes, works } from '@/server/metering/access/long-body'
import { maxRequestBytes, maxVisitorBytes } from '@/server/platform/runtime/bounded-body'
import { maxHeldBytes, minBytesPerSecond } from '@/server/platform/runtime/held-bytes'
import { maxJsonDepth } from '@/server/platform/runtime/input'
import { readEnv } from '@/server/platform/settings/env'
import { bytes, type Column, type Entrance, number, rate } from './entrance'

const { BURST_LIMIT, STORE_TIMEOUT_MS, UPSTREAM_CALLER_SHARE, UPSTREAM_DEADLINE_MS, FREE_DAILY_QUOTA, PLANS } = readEnv(
  {},
)
const [freePlan, ...paidPlans] = PLANS
const seconds = (ms: number) => `${number(ms / 1_000)} s`

/** The rules for every entry point, unless its cell says otherwise. */
export const rules: Record<Column, string> = {
  who: 'Input is validated first. One round trip to the store then checks the key or session, checks its limits, and counts the call. Bodies over 16 KiB are read only after that.',
  costs: `Counts toward ${BURST_LIMIT} calls every 10 s per account or, for visitors, per network (\`BURST_LIMIT\`).`,
  bytesIn: `${bytes(maxRequestBytes)} for the body, 16 KiB for the headers. A process holds at most ${bytes(maxHeldBytes.all)} of longer bodies, ${bytes(maxHeldBytes.each)} per account or network, counted as they arrive. JSON can have ${maxJsonDepth} levels. Unknown fields and parameters are rejected. Errors quote at most 200 characters of input.`,
  cpu: 'Proportional to the input.',
  stored: 'Counters that expire.',
  bytesOut: 'One response of a few KB.',
  time: `Headers must arrive within 10 s, requests within 30 s, and longer bodies with at least ${bytes(minBytesPerSecond)} per second. The store must respond within ${seconds(STORE_TIMEOUT_MS)}. An unread response is cut off after ${seconds(writeTimeoutMs)}.`,
  fair: `The burst limit; if longer bodies use up a process’s room, the slowest of an account with more than its share is dropped for accounts that hold at most ${bytes(maxHeldBytes.small)}; 10,000 connections across all workers, taken from the network with the most, idle ones first; after ${rate(limits.refusals)} per network and process, rejections take 1 s longer; per caller, at most ${UPSTREAM_CALLER_SHARE}% of the running or remaining calls to Google (\`UPSTREAM_CALLER_SHARE\`).`,
  crash: 'Failed calls are refunded. If a process is killed, its in-flight calls may stay counted.',
  closed:
    'Input that cannot be parsed: 400. Malformed, unknown, revoked, or expired keys: 401. If the store cannot count a call: 500, and nothing happens.',
  seen: 'The caller’s account. Everyone else gets 401 or 404.',
}

const anyone = `Anyone; ${FREE_DAILY_QUOTA} calls a day without a key`
export const keyOrSession = 'An account, with a key over REST or a session in the dashboard'
export const alsoSuspended = `${keyOrSession}; also suspended owners`
export const noQuota = 'Burst limit only'
/** Batches and watchlists have separate places. */
export const longBodyTurns = `A process handles ${works.long.most} body over ${bytes(shortBytes)} and ${works.short.most} shorter ones at a time; the account then rests for ${works.long.rest} times the processor time; accounts take turns; up to ${works.long.waiting} bodies wait per account`
const lineLimits = `${bytes(maxBytes)}; ${number(longestLine)} characters per line; ${maxColumns} columns; ${number(longestHeading)} characters per heading`

const resultBytes = `${number(maxRows)} lines or ${bytes(maxPageBytes)} per page; files contain all lines, written page by page`
const fileTime = `${fileMs / 60_000} minutes per file`
const resultTurns = `A process reads ${resultReads.most} pages at a time; the account then rests; accounts take turns; ${filesAtOnce.all} files at once, ${filesAtOnce.each} per account. If all are taken, an account with two or more loses the oldest one to an account without one`

const waitReads = 'One store read per second for each wait'
const waitTurns = `${waitsAtOnce.each} waits per account, ${waitsAtOnce.all} per process. If all are taken, the account with the most loses its oldest one to an account with fewer; others get 429`
const waitEnds =
  'A wait ends if its caller disconnects. If the process stops or another account gets the place, the caller gets the batch as it is'

const mcpBytes = `${bytes(maxRequestBytes)}, or 1 MiB with a key; 10 messages per request`
const mcpTime = `${seconds(UPSTREAM_DEADLINE_MS + 30_000)}`

/** The entry points of the public API: REST with the procedures behind it, and MCP. */
export const apiEntrances: readonly Entrance[] = [
  {
    title: 'Look up a listing',
    names: ['POST /api/resolve', 'POST /api/search', 'listings.resolve', 'listings.search', 'listings.only.search'],
    who: anyone,
    costs: 'One call of the quota. Calls that fail after a request to Google count toward a separate limit',
    cpu: 'A test counts the steps for 2,048 characters; 8 compressed tokens; 100 parameters; 100 links per text',
    stored: 'The target of a short link, 30 days; the place id of a CID',
    time: `${seconds(UPSTREAM_DEADLINE_MS)} for Google, 5 s for a short link`,
    closed: 'Text that identifies two listings, or only part of an identifier, gets 400',
    seen: 'Only the caller; lookup text is not logged',
  },
  {
    title: 'Convert a CID',
    names: ['POST /api/convert', 'listings.convert'],
    who: anyone,
    costs: 'One call of the quota',
    closed: 'A JSON number, or text that is not a complete CID, gets 400',
    seen: 'Only the caller',
  },
  {
    title: 'Run up to 100 calls',
    names: ['POST /api/batch', 'listings.batch'],
    who: anyone,
    costs: `One call of the quota and burst limit per item, up to ${maxItems}`,
    bytesIn: `512 KiB with a key, ${bytes(maxVisitorBytes)} without`,
    bytesOut: `${maxItems} results`,
    crash: 'Failed items are refunded together',
    closed: 'An unreadable item fails alone',
    seen: 'Only the caller',
  },
  {
    title: 'Send the lines of a batch',
    names: ['POST /api/batches', 'PUT /api/batches/{id}/parts/{part}', 'batches.make', 'batches.putPart'],
    who: keyOrSession,
    costs: noQuota,
    bytesIn: lineLimits,
    cpu: 'Yields every 1 ms',
    fair: longBodyTurns,
    stored: `${maxBatches} batches of ${number(maxLines)} lines in ${number(maxParts)} parts; per account ${number(maxLinesStored)} lines and ${bytes(freePlan?.batchBytes ?? 0)} (free plan) to ${bytes(paidPlans.at(-1)?.batchBytes ?? 0)}, reserved by the script that adds a part; ${number(maxIdempotencyKeys)} \`Idempotency-Key\`s a day; stored for 30 days`,
    crash: 'A part takes effect only once committed. Sending a part again replaces it',
    closed: 'A body in the wrong format gets 400; an unreadable line is listed as unreadable',
  },
  {
    title: 'Get or list batches',
    names: ['GET /api/batches', 'GET /api/batches/{id}', 'batches.list', 'batches.get'],
    who: alsoSuspended,
    costs: noQuota,
    bytesOut: `${maxBatches} batches`,
  },
  {
    title: 'List, get, or delete callback endpoints',
    names: [
      ...['GET /api/callbacks', 'GET /api/callbacks/{id}', 'DELETE /api/callbacks/{id}'],
      ...['callbacks.list', 'callbacks.get', 'callbacks.remove'],
    ],
    who: `${alsoSuspended}; the key needs the operation \`callbacks\``,
    costs: noQuota,
    bytesOut: `${maxEndpoints} endpoints`,
  },
  {
    title: 'Add, update, or test a callback endpoint, or rotate the secret',
    names: [
      ...['POST /api/callbacks', 'PATCH /api/callbacks/{id}', 'POST /api/callbacks/{id}/test'],
      ...[
        'POST /api/callbacks/rotate',
        'callbacks.add',
        'callbacks.change',
        'callbacks.test',
        'callbacks.rotateSecret',
      ],
    ],
    who: `${keyOrSession}; the key needs the operation \`callbacks\``,
    costs: `${noQuota}; tests and new addresses, including those of batches: ${rate(limits.callbacksByHand)}; ${maxFormer} new secrets a day`,
    stored: `Per account ${maxEndpoints} endpoints, ${maxAddresses} addresses, ${maxFormer + 1} secrets, and 200 deliveries with their last 20 attempts. The script that writes them enforces each limit`,
    time: 'Events are queued; see job callback',
    closed:
      'URLs need HTTPS, a public host, and port 443, 8443, or one of `CALLBACK_PORTS`; others get 400. An address receives no other event until it returns 200 to 299 for a test event',
  },
  {
    title: 'Start, pause, or resume a batch',
    names: [
      ...['POST /api/batches/{id}/start', 'POST /api/batches/{id}/pause', 'POST /api/batches/{id}/resume'],
      ...['batches.start', 'batches.pause', 'batches.resume'],
    ],
    who: keyOrSession,
    costs: `${noQuota}; lines count when they are looked up`,
    crash: 'One script changes the state. A step queued for another run does nothing',
    closed: 'A batch with a missing part does not start',
  },
  {
    title: 'Rename a batch',
    names: ['PATCH /api/batches/{id}', 'batches.rename'],
    who: keyOrSession,
    costs: noQuota,
    cpu: `Names over ${number(10 * longestName)} UTF-16 units are rejected without being read`,
    stored: `A ${longestName}-character name for each of ${maxBatches} batches`,
    crash: 'One idempotent script. A deleted batch is not restored',
    closed: 'Line breaks and control characters get 400; invisible characters are removed',
  },
  {
    title: 'Cancel or delete a batch',
    names: ['POST /api/batches/{id}/cancel', 'DELETE /api/batches/{id}', 'batches.cancel', 'batches.remove'],
    who: alsoSuspended,
    costs: noQuota,
    crash: 'One script changes the batch and refunds reserved lines to the key that paid',
  },
  {
    title: 'Get the results of a batch',
    names: [
      'GET /api/batches/{id}/results',
      'GET /api/batches/{id}/results.csv',
      'GET /api/batches/{id}/results.jsonl',
      'batches.results',
      'batches.view',
    ],
    who: alsoSuspended,
    costs: noQuota,
    cpu: `Proportional to the page. A search or filter scans ${number(maxScanned)} lines or ${bytes(maxReadBytes)} per page; yields every 1 ms`,
    bytesOut: resultBytes,
    time: fileTime,
    fair: resultTurns,
    crash: 'An interrupted file closes the connection',
  },
  {
    title: 'Wait for a batch',
    names: ['batches.wait'],
    who: keyOrSession,
    costs: noQuota,
    cpu: waitReads,
    time: `${maxWaitSeconds} s`,
    fair: waitTurns,
    crash: waitEnds,
  },
  {
    title: 'Download the results of a batch',
    names: ['/api/files/'],
    who: 'A session, from Pinref’s own pages',
    costs: noQuota,
    cpu: 'As for pages of results',
    bytesOut: resultBytes,
    time: fileTime,
    fair: resultTurns,
    crash: 'An interrupted file closes the connection',
    closed: 'Malformed paths get 404, malformed filters 400, requests from other sites 403',
  },
  {
    title: 'Manage API keys with a key',
    names: [
      ...['GET /api/keys', 'POST /api/keys', 'GET /api/keys/{id}', 'PATCH /api/keys/{id}', 'DELETE /api/keys/{id}'],
      ...['list', 'create', 'get', 'update', 'remove'].map((name) => `keys.managed.${name}`),
    ],
    who: 'A key with the operation `keys`, which only its owner or another such key can grant',
    costs: noQuota,
    stored: `${maxKeys} keys per account; ${rate(limits.keysMade)} created, including repeated requests`,
    bytesOut: `${maxKeys} keys; new keys are shown once`,
    crash:
      'One script creates, changes, or deletes a key. Repeating a request with its `Idempotency-Key` replaces a key whose text was lost, unless a call with it was received',
    closed:
      'The script that writes a key compares all permissions with the calling key’s. Granting more, or changing a key that can do more, gets 403. Calls count against the monthly limits of up to ' +
      `${maxAncestors} levels of keys that a key was created with, even deleted ones`,
  },
  {
    title: 'Get usage and the calling key',
    names: ['GET /api/usage', 'GET /api/key', 'usage.ofKey', 'usage.key'],
    who: 'A key',
    costs: noQuota,
  },
  {
    title: 'Start an MCP session',
    names: [
      ...[
        '/api/mcp',
        'MCP initialize',
        'MCP ping',
        'MCP server/discover',
        'MCP tools/list',
        'MCP notifications/cancelled',
      ],
      ...['MCP notifications/initialized', 'MCP notifications/progress', 'MCP notifications/roots/list_changed'],
    ],
    who: 'Anyone except pages on other sites',
    costs: 'One call of the burst limit per message',
    bytesIn: mcpBytes,
    cpu: 'The list of tools is built once per process',
    bytesOut: 'Ten lists of tools, 10 KB each',
    fair: 'Rejections for too many messages are delayed by a second',
    closed: 'A malformed key gets 401',
    seen: 'Everyone, with the same response',
  },
  {
    title: 'Connect to MCP as an app',
    names: ['/mcp', 'app/mcp/route.ts'],
    who: 'An app with an account’s access token, even from pages on other sites, because browsers don’t send tokens automatically',
    costs: 'As for MCP, counted for the account; an expired token counts toward its network’s burst limit',
    bytesIn: mcpBytes,
    cpu: 'Made-up tokens are rejected by their tag, without a store read',
    closed:
      'A missing or expired token gets 401 with the metadata URL, and a call of a tool outside the token’s scopes gets 403 with the scopes to request. Without HTTPS, `/mcp` doesn’t exist',
  },
  {
    title: 'Listen to MCP notifications',
    names: ['MCP subscriptions/listen'],
    who: 'Anyone except pages on other sites',
    costs: 'One call of the burst limit',
    bytesIn: mcpBytes,
    closed: 'Always 404, because the tools don’t change',
    seen: 'Nothing is sent',
  },
  {
    title: 'Look up with an MCP tool',
    names: ['MCP tools/call', 'MCP resolve_listing', 'MCP search_listings', 'MCP convert_cid'],
    who: anyone,
    costs: 'As over REST, for each call in a message',
    bytesIn: mcpBytes,
    bytesOut: '1 MiB per request',
    time: mcpTime,
    seen: 'Only the caller',
  },
  {
    title: 'Look up several listings with an MCP tool',
    names: ['MCP resolve_listings'],
    who: anyone,
    costs: `One call of the quota and burst limit per link, up to ${maxItems}`,
    bytesIn: `${mcpBytes}; ${maxItems} links per request`,
    bytesOut: '1 MiB per request',
    time: mcpTime,
    crash: 'Failed links are refunded together',
    closed: 'A number instead of text gets 400; an unreadable link fails alone',
    seen: 'Only the caller',
  },
  {
    title: 'Run a batch with an MCP tool',
    names: ['MCP start_batch', 'MCP get_batch'],
    who: 'A key',
    costs: noQuota,
    cpu: waitReads,
    bytesIn: `${mcpBytes}; 5,000 lines of ${number(longestLine)} characters`,
    stored: 'As over REST',
    bytesOut: `${number(maxRows)} lines, 1 MiB per request`,
    time: `${mcpTime}, including a wait of ${maxWaitSeconds} s`,
    fair: waitTurns,
    crash: waitEnds,
  },
]
