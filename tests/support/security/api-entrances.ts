import { maxKeys } from '@/server/access/key-store'
import { limits } from '@/server/access/limits'
import { longestName } from '@/server/batches/batch'
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
} from '@/server/batches/limits'
import { maxRows } from '@/server/batches/read-results'
import { maxAddresses, maxEndpoints } from '@/server/callbacks/endpoint'
import { maxFormer } from '@/server/callbacks/secrets'
import { readEnv } from '@/server/env'
import { writeTimeoutMs } from '@/server/http/node-call'
import { maxHeldBytes, maxRequestBytes, maxVisitorBytes } from '@/server/runtime/bounded-body'
import { maxJsonDepth } from '@/server/runtime/input'
import { maxItems } from '@/server/trpc/listings/schemas'
import { bytes, type Column, type Entrance, number, rate } from './entrance'

const { BURST_LIMIT, STORE_TIMEOUT_MS, UPSTREAM_CALLER_SHARE, UPSTREAM_DEADLINE_MS, FREE_DAILY_QUOTA, PLANS } = readEnv(
  {},
)
const [freePlan, ...paidPlans] = PLANS
const seconds = (ms: number) => `${number(ms / 1_000)} s`

/** What holds for every entrance unless its cell says otherwise. */
export const rules: Record<Column, string> = {
  who: 'The input is checked first. Then the key or session, its count and its limits are read and written in one round trip to the store. A body over 16 KiB is read only after that.',
  costs: `One of ${BURST_LIMIT} calls in 10 s of its account, or without one of its network (\`BURST_LIMIT\`).`,
  bytesIn: `A body of ${bytes(maxRequestBytes)}, headers of 16 KiB. Of longer bodies, a process holds ${bytes(maxHeldBytes.all)}, and ${bytes(maxHeldBytes.each)} for one account or network. JSON has ${maxJsonDepth} levels at most. Unknown fields and parameters are refused; errors repeat 200 characters of what was sent.`,
  cpu: 'In proportion to the bytes in.',
  stored: 'Counts that expire.',
  bytesOut: 'One answer of a few KB.',
  time: `Headers arrive within 10 s and a request within 30 s; the store answers within ${seconds(STORE_TIMEOUT_MS)}; an answer that is not read is cut off after ${seconds(writeTimeoutMs)}.`,
  fair: `The burst limit; 10,000 connections over all workers; at most ${UPSTREAM_CALLER_SHARE}% of the calls to Google that run or are left (\`UPSTREAM_CALLER_SHARE\`).`,
  crash: 'A call that fails is refunded. If a process is killed, at most the calls in flight stay counted.',
  closed:
    'What cannot be parsed is 400. A key that is malformed, unknown, revoked or expired is 401. If the store cannot count a call, it is 500 and nothing happens.',
  seen: 'Its own account. For anybody else, what belongs to an account does not exist (401 or 404).',
}

const anyone = `Anyone: ${FREE_DAILY_QUOTA} calls a day without a key`
const keyOrSession = 'An account: a key over REST, a session on the dashboard'
const keepsOwn = `${keyOrSession}; suspended owners too`
const noQuota = 'Burst limit only'
const inLines = `${bytes(maxBytes)}; ${number(longestLine)} characters in a line; ${maxColumns} columns, ${number(longestHeading)} characters in a heading`

const resultBytes = `${number(maxRows)} lines or ${bytes(maxPageBytes)} a page; a file has all lines, page by page`
const fileTime = `${fileMs / 60_000} minutes for a file`
const resultTurns = `A process reads ${resultReads.most} pages at a time and then rests; accounts alternate; ${filesAtOnce.all} files, ${filesAtOnce.each} of an account`

const waitLooks = 'The store is read once in a second for each wait'
const waitTurns = `${waitsAtOnce.each} waits of an account, ${waitsAtOnce.all} of a process; further ones are 429`
const waitEnds = 'A wait ends when its caller leaves, and is answered when the process stops'

const mcpBytes = `${bytes(maxRequestBytes)}, with a key 1 MiB; 10 messages in a request`
const mcpTime = `${seconds(UPSTREAM_DEADLINE_MS + 30_000)}`

/** The entrances of the public API: REST with the procedures behind it, and MCP. */
export const apiEntrances: readonly Entrance[] = [
  {
    title: 'Look up a listing',
    names: ['POST /api/resolve', 'POST /api/search', 'listings.resolve', 'listings.search', 'listings.only.search'],
    who: anyone,
    costs: 'One call of the quota; one that fails after Google was asked counts against a limit of its own',
    cpu: 'In steps that a test counts, for 2,048 characters; 8 compressed tokens, 100 parameters, 100 links in a text',
    stored: 'Where a short link leads, 30 days; the place id of a CID',
    time: `${seconds(UPSTREAM_DEADLINE_MS)} for Google, 5 s for a short link`,
    closed: 'A text that names two listings, or a part of an identifier, is 400',
    seen: 'Nobody else; the log has no text of a lookup',
  },
  {
    title: 'Convert a CID',
    names: ['POST /api/convert', 'listings.convert'],
    who: anyone,
    costs: 'One call of the quota',
    closed: 'A number, or text that is not a whole CID, is 400',
    seen: 'Nobody else',
  },
  {
    title: 'Run up to 100 calls',
    names: ['POST /api/batch', 'listings.batch'],
    who: anyone,
    costs: `One call of the quota and of the burst for each of up to ${maxItems} items`,
    bytesIn: `512 KiB with a key, ${bytes(maxVisitorBytes)} without`,
    bytesOut: `${maxItems} results`,
    crash: 'Items that fail are refunded together',
    closed: 'An item that cannot be read fails alone',
    seen: 'Nobody else',
  },
  {
    title: 'Send the lines of a batch',
    names: ['POST /api/batches', 'PUT /api/batches/{id}/parts/{part}', 'batches.make', 'batches.putPart'],
    who: keyOrSession,
    costs: noQuota,
    bytesIn: inLines,
    cpu: 'Others get a turn every 1 ms',
    fair: 'A process works on one long body at a time and then rests as long; accounts alternate, 4 bodies of each wait',
    stored: `${maxBatches} batches of ${number(maxLines)} lines in ${number(maxParts)} parts; ${number(maxLinesStored)} lines and ${bytes(freePlan?.batchBytes ?? 0)} (free plan) to ${bytes(paidPlans.at(-1)?.batchBytes ?? 0)} of an account, reserved by the script that adds a part; ${number(maxIdempotencyKeys)} \`Idempotency-Key\`s a day; 30 days`,
    crash: 'A part counts only once it is committed; sent again, it replaces itself',
    closed: 'A body that is not of its format is 400; a line that cannot be read is listed as unreadable',
  },
  {
    title: 'Get or list batches',
    names: ['GET /api/batches', 'GET /api/batches/{id}', 'batches.list', 'batches.get'],
    who: keepsOwn,
    costs: noQuota,
    bytesOut: `${maxBatches} batches`,
  },
  {
    title: 'See or remove the endpoints for callbacks',
    names: [
      ...['GET /api/callbacks', 'GET /api/callbacks/{id}', 'DELETE /api/callbacks/{id}'],
      ...['callbacks.list', 'callbacks.get', 'callbacks.remove'],
    ],
    who: `${keepsOwn}; the key must have the operation \`callbacks\``,
    costs: noQuota,
    bytesOut: `${maxEndpoints} endpoints`,
  },
  {
    title: 'Add, change or test an endpoint for callbacks, or change their secret',
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
    who: `${keyOrSession}; the key must have the operation \`callbacks\``,
    costs: `${noQuota}; tests and new addresses, also those of batches, ${rate(limits.callbacksByHand)}; ${maxFormer} new secrets a day`,
    stored: `${maxEndpoints} endpoints, ${maxAddresses} addresses and ${maxFormer + 1} secrets of an account, and 200 deliveries with their last 20 tries: each bound is part of the script that writes`,
    time: 'Events are queued; see job callback',
    closed:
      'An address that is not https, on a public host and on port 443, 8443 or one of `CALLBACK_PORTS`, is 400. Until an address has answered a test event with 200 to 299, it gets nothing else',
  },
  {
    title: 'Start, pause or resume a batch',
    names: [
      ...['POST /api/batches/{id}/start', 'POST /api/batches/{id}/pause', 'POST /api/batches/{id}/resume'],
      ...['batches.start', 'batches.pause', 'batches.resume'],
    ],
    who: keyOrSession,
    costs: `${noQuota}; the lines count when they are looked up`,
    crash: 'The state changes in one script; a step that was queued for another run does nothing',
    closed: 'A batch with a missing part does not start',
  },
  {
    title: 'Rename a batch',
    names: ['PATCH /api/batches/{id}', 'batches.rename'],
    who: keyOrSession,
    costs: noQuota,
    cpu: `A name of more than ${number(10 * longestName)} UTF-16 units is refused before it is read`,
    stored: `A name of ${longestName} characters for each of ${maxBatches} batches`,
    crash: 'One script; repeated, it changes nothing. A deleted batch does not come back',
    closed: 'A name with line breaks or control characters is 400; characters that nobody sees are removed',
  },
  {
    title: 'Cancel or delete a batch',
    names: ['POST /api/batches/{id}/cancel', 'DELETE /api/batches/{id}', 'batches.cancel', 'batches.remove'],
    who: keepsOwn,
    costs: noQuota,
    crash: 'Lines that were reserved are refunded in the same script, to the key that paid',
  },
  {
    title: 'Read the results of a batch',
    names: [
      'GET /api/batches/{id}/results',
      'GET /api/batches/{id}/results.csv',
      'GET /api/batches/{id}/results.jsonl',
      'batches.results',
      'batches.view',
    ],
    who: keepsOwn,
    costs: noQuota,
    cpu: `In proportion to the page. A search or a filter goes through ${number(maxScanned)} lines or ${bytes(maxReadBytes)} a page; others get a turn every 5 ms`,
    bytesOut: resultBytes,
    time: fileTime,
    fair: resultTurns,
    crash: 'A file that breaks off closes the connection',
  },
  {
    title: 'Wait for a batch',
    names: ['batches.wait'],
    who: keyOrSession,
    costs: noQuota,
    cpu: waitLooks,
    time: `${maxWaitSeconds} s`,
    fair: waitTurns,
    crash: waitEnds,
  },
  {
    title: 'Download the results of a batch',
    names: ['/api/files/'],
    who: 'A session, from our own pages',
    costs: noQuota,
    cpu: 'As the pages of results that it is made of',
    bytesOut: resultBytes,
    time: fileTime,
    fair: resultTurns,
    crash: 'A file that breaks off closes the connection',
    closed: 'An address of another form is 404, a filter of another form 400; a request of another site is 403',
  },
  {
    title: 'Manage API keys with a key',
    names: [
      ...['GET /api/keys', 'POST /api/keys', 'GET /api/keys/{id}', 'PATCH /api/keys/{id}', 'DELETE /api/keys/{id}'],
      ...['list', 'create', 'get', 'update', 'remove'].map((name) => `keys.managed.${name}`),
    ],
    who: 'A key with the operation `keys`, which no key has unless its owner or such a key chose it',
    costs: noQuota,
    stored: `${maxKeys} keys of an account; ${rate(limits.keysMade)} are made, repeated requests included`,
    bytesOut: `${maxKeys} keys; a new key is shown once`,
    crash:
      'A key is made, changed or deleted in one script. Repeated with its `Idempotency-Key`, a request replaces the key whose text was lost',
    closed:
      'The script that writes compares every right with the key that calls, as stored at that moment: more than it has, or a key that may do more, is 403',
  },
  {
    title: 'Get usage and the key',
    names: ['GET /api/usage', 'GET /api/key', 'usage.ofKey', 'usage.key'],
    who: 'A key',
    costs: noQuota,
  },
  {
    title: 'Start a conversation over MCP',
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
    who: 'Anyone, but no page of another site',
    costs: 'One call of the burst for each message',
    bytesIn: mcpBytes,
    cpu: 'The list of the tools is made once a process',
    bytesOut: 'Ten lists of the tools, 10 KB each',
    fair: 'A refusal for too many messages waits a second',
    closed: 'A key of the wrong form is 401',
    seen: 'Everybody gets the same',
  },
  {
    title: 'Enter MCP as an app',
    names: ['/mcp', 'app/mcp/route.ts'],
    who: 'An app with an access token of an account, a page of another site too: a browser sends no token by itself',
    costs: 'As MCP, counted for the account; a token that has ended counts against the burst of its network',
    bytesIn: mcpBytes,
    cpu: 'A made-up token is recognized by its tag; the store is not asked',
    closed:
      'No token, or one that has ended, is 401 with the address of the metadata; without https there is no `/mcp`',
  },
  {
    title: 'Listen to MCP notifications',
    names: ['MCP subscriptions/listen'],
    who: 'Anyone, but no page of another site',
    costs: 'One call of the burst',
    bytesIn: mcpBytes,
    closed: 'Always 404: the tools do not change',
    seen: 'Nothing is ever sent',
  },
  {
    title: 'Look up with an MCP tool',
    names: ['MCP tools/call', 'MCP resolve_listing', 'MCP search_listings', 'MCP convert_cid'],
    who: anyone,
    costs: 'As over REST, for each call in a message',
    bytesIn: mcpBytes,
    bytesOut: '1 MiB a request',
    time: mcpTime,
    seen: 'Nobody else',
  },
  {
    title: 'Look up several listings with an MCP tool',
    names: ['MCP resolve_listings'],
    who: anyone,
    costs: `One call of the quota and of the burst for each of up to ${maxItems} links`,
    bytesIn: `${mcpBytes}; ${maxItems} links in a request`,
    bytesOut: '1 MiB a request',
    time: mcpTime,
    crash: 'Links that fail are refunded together',
    closed: 'A number in place of a text is 400; a link that cannot be read fails alone',
    seen: 'Nobody else',
  },
  {
    title: 'Run a batch with an MCP tool',
    names: ['MCP start_batch', 'MCP get_batch'],
    who: 'A key',
    costs: noQuota,
    cpu: waitLooks,
    bytesIn: `${mcpBytes}; 5,000 lines of ${number(longestLine)} characters`,
    stored: 'As over REST',
    bytesOut: `${number(maxRows)} lines, 1 MiB a request`,
    time: `${mcpTime}, of it ${maxWaitSeconds} s in a wait`,
    fair: waitTurns,
    crash: waitEnds,
  },
]
