import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { longestName } from '@/server/features/batches/batch'
import {
  keepSeconds,
  longestColumn,
  longestHeading,
  longestLine,
  maxBatches,
  maxBytes,
  maxColumns,
  maxIdempotencyKeys,
  maxLines,
  maxLinesStored,
  maxParts,
  maxScanned,
} from '@/server/features/batches/limits'
import { plans } from '@/server/metering/access/limits'
import { maxJsonDepth } from '@/server/platform/runtime/input'

export const metadata: Metadata = { title: 'Batches' }

const states: Array<[state: string, meaning: string]> = [
  ['receiving', 'Accepts lines until you start the batch.'],
  ['queued', 'About to run.'],
  ['running', 'Lines are being looked up.'],
  [
    'waiting',
    'Resumes automatically. reason says what the batch is waiting for: the monthly quota (quota, key_quota), the daily limit on failed lookups (failures), or Google’s limits (upstream).',
  ],
  [
    'paused',
    'Stopped until you resume it. If reason is key, the batch’s key no longer works: resume the batch with another key. If reason is suspended, the account is suspended.',
  ],
  ['finished', 'Every line has a result.'],
  ['cancelled', 'Canceled early. Existing results remain available, and lines without a result don’t count.'],
  ['failed', 'Ended by an error on our side. Existing results remain available.'],
]

const mebibytes = (bytes: number) => `${formatNumber(bytes / 1024 / 1024)} MiB`

const limits: Array<[limit: string, maximum: string]> = [
  ['Lines per batch', formatNumber(maxLines)],
  ['Characters per line, including extra fields', formatNumber(longestLine)],
  ['Characters per link', formatNumber(2_048)],
  [
    'CSV columns',
    `${maxColumns}, with names up to ${longestColumn} characters (${formatNumber(longestHeading)} combined)`,
  ],
  ['JSON nesting levels', formatNumber(maxJsonDepth)],
  ['Request size', mebibytes(maxBytes)],
  ['Batches per account', formatNumber(maxBatches)],
  ['Characters in a batch name', formatNumber(longestName)],
  ['Lines across an account’s batches', formatNumber(maxLinesStored)],
  ...plans().map(({ name, batchBytes }): [string, string] => [`Storage on ${name}`, mebibytes(batchBytes)]),
  ['Idempotency-Keys per account every 24 hours', formatNumber(maxIdempotencyKeys)],
]

export default function Batches() {
  return (
    <Article path="/docs/batches">
      <p>
        A batch looks up as many as {formatNumber(maxLines)} lines in the background. It needs an API key or an account,
        and keeps running after you leave.
      </p>

      <Section id="page" title="In the dashboard">
        <p>
          Once you’re signed in, <SiteLink href="/bulk">Bulk</SiteLink> creates a batch from a list, CSV, or Excel file
          that you paste or drop. You can close the tab once all lines are sent. The page lists all your batches,
          including those created with a key.
        </p>
        <ul className="points">
          <li>
            Your browser reads the lines for free, and you can copy and download their identifiers and review links. For
            a spreadsheet, choose the lookup column in the header row.
          </li>
          <li>
            Then choose what to look up: names and ratings, stale ids, short links, or listings by name. Each option
            shows how many lookups it uses. Unreadable lines are included, but don’t count.
          </li>
          <li>
            A batch and its downloads are named after your file, unless you type a name. You can rename a batch at any
            time.
          </li>
          <li>
            “Find by name” looks up names that match only one listing. To narrow the match, add the address, as in{' '}
            <Code>Joe’s Pizza, 7 Carmine St, New York</Code>. “Look up names” creates a batch from the names that an
            earlier batch skipped.
          </li>
          <li>
            Results appear as lines are looked up. Filter them by status or cause, or search your lines and the names
            found. The URL includes your filters. Downloads contain the lines shown, as CSV, XLSX, or JSON Lines. Names
            and ratings remain available for 24 hours, even after you view them.
          </li>
          <li>
            “Review kit” creates a ZIP file for up to 500 listings from a batch that has ended: a QR code (SVG and PNG)
            and an A6 poster for each, plus a PDF of all posters, an A4 sheet of cards to cut out, and a CSV with the
            review links. You can set your name, logo, and language. Create the kit within 24 hours, while the names are
            stored.
          </li>
          <li>“Retry failed lines” creates a batch from the failed lines that may still succeed.</li>
          <li>
            Excel rounds CIDs stored as numbers, so Pinref never looks them up. Format the column as text before you
            fill it in.
          </li>
          <li>Without an account, the page looks up at most 1,000 lines, and only while it’s open.</li>
        </ul>
      </Section>

      <Section id="sample" title="From lines to results">
        <p>
          In this example, <Code>shops.csv</Code> has the columns <Code>shop</Code> and <Code>link</Code>.{' '}
          <Code>results.csv</Code> contains the same rows plus result columns.
        </p>
        <Samples id="csvBatch" />
        <p>
          Instead of polling, you can get <SiteLink href="/docs/callbacks">callbacks</SiteLink> at your endpoints or the
          batch’s <Code>callback_url</Code>. The <SiteLink href="/docs/reference/batches-make">reference</SiteLink> has
          a sample for every operation. To find out when listings move or disappear, create a{' '}
          <SiteLink href="/docs/watchlists">watchlist</SiteLink> from the batch.
        </p>
      </Section>

      <Section id="make" title="Create a batch">
        <p>
          Send the lines as JSON, JSON Lines, or CSV, up to {maxBytes / 1024 / 1024} MiB per request. The batch starts
          right away.
        </p>
        <Samples id="batches-make" />
        <ul className="points">
          <li>
            A line is a link, an identifier, or a name to search for. To specify which, send an object with{' '}
            <Code>url</Code>, <Code>cid</Code>, or <Code>name</Code> (plus an optional <Code>address</Code> and{' '}
            <Code>country</Code>). Other fields in the object are returned with the result.
          </li>
          <li>
            Begin a CSV with a row of column names. <Code>column</Code> is the column to look up.{' '}
            <Code>address_column</Code> and <Code>country_column</Code> narrow a name search.
          </li>
          <li>
            Pass options in the query string, or next to <Code>lines</Code> in the JSON body:{' '}
            <Code>{'{"details": "none", "lines": ["…"]}'}</Code>.
          </li>
          <li>
            <Code>name</Code>, one line of up to {longestName} characters, identifies the batch everywhere, including in
            callbacks and file names. At any time, <Code>PATCH /api/batches/batch_…</Code> with{' '}
            <Code>{'{"name": "…"}'}</Code> changes the name, and null removes it. A JSON object with only a{' '}
            <Code>name</Code> is treated as a line. To create a named batch and add its lines in parts, also send{' '}
            <Code>start</Code>, or send the name in the query string.
          </li>
          <li>
            With an <Code>Idempotency-Key</Code>, repeating a request within 24 hours never creates a second batch.
          </li>
          <li>A repeated line is looked up and counted once. Its result says which line it repeats.</li>
          <li>
            A line that can’t be read, or that causes an error on our side (<Code>internal_error</Code>), doesn’t affect
            the other lines.
          </li>
        </ul>
      </Section>

      <Section id="parts" title="Send it in parts">
        <p>
          Create the batch without lines, <Code>PUT</Code> each part under its number, from 1 to{' '}
          {formatNumber(maxParts)}, in any order, then start the batch. Sending a part again replaces it, so you can
          resume an interrupted upload. Each CSV part begins with the row of column names. Lines are numbered across all
          parts, not counting the header rows.
        </p>
        <Samples id="batchParts" />
      </Section>

      <Section id="watch" title="Check its status">
        <p>
          <Code>GET /api/batches/batch_…</Code> returns how many lines are found, failed, unreadable, and left, and how
          many seconds remain at the current pace. To <Code>pause</Code>, <Code>resume</Code>, or <Code>cancel</Code> a
          batch, send a <Code>POST</Code>. <Code>DELETE</Code> cancels the batch and deletes its lines and results.
        </p>
        <FactTable
          caption="Batch states"
          columns={['State', 'Meaning']}
          rows={states.map(([state, meaning]) => ({ key: state, cells: [<Code key="state">{state}</Code>, meaning] }))}
        />
      </Section>

      <Section id="results" title="Fetch results">
        <p>
          Results are returned in line order, up to the first line still in progress, so you can fetch them while the
          batch runs. <Code>/results</Code> returns pages of up to 1,000 lines (<Code>limit</Code>) and 1 MiB of JSON.{' '}
          <Code>/results.csv</Code> and <Code>/results.jsonl</Code> return all lines in one file. To get the next page,
          send <Code>next</Code> as <Code>after</Code>, until <Code>next</Code> is null. To resume a download, send its
          last line’s number as <Code>after</Code>.
        </p>
        <p>
          Add <Code>status</Code> to get only <Code>found</Code>, <Code>failed</Code>, <Code>unreadable</Code>, or{' '}
          <Code>left</Code> lines, or <Code>to_check</Code> for every line that wasn’t found. <Code>code</Code> returns
          only lines with a specific problem, such as <Code>listing_not_found</Code>. <Code>q</Code> searches what you
          sent, and the name, address, CID, and place id found.
        </p>
        <Samples id="batches-results" />
        <ul className="points">
          <li>
            Fetch at most one page and three files at a time. Additional requests return 429{' '}
            <SiteLink href="/docs/errors/too_many_requests">too_many_requests</SiteLink>. A download ends after ten
            minutes; fetch the rest with <Code>after</Code>.
          </li>
          <li>
            With a filter or a search, each request scans up to {formatNumber(maxScanned)} lines, so a page can be short
            or empty and still have a <Code>next</Code>.
          </li>
          <li>
            A CSV begins with your columns. Its CIDs are formulas (<Code>=&quot;…&quot;</Code>), since spreadsheets
            round long numbers. To parse results in code, use JSON Lines.
          </li>
          <li>
            A name resolves if only one listing, or only one at the address you sent, has that name, or if the search
            finds only one listing. Otherwise, the line fails with <Code>listing_not_found</Code>, and{' '}
            <Code>matches</Code> is the number of listings found.
          </li>
          <li>Identifiers are stored for {keepSeconds / 86_400} days after the batch ends.</li>
          <li>
            Because of Google’s terms, names, addresses, ratings, and review counts are available for up to 24 hours, or
            until you request the lines that follow. If this server caches listings (LISTING_CACHE_SECONDS), they are
            available while cached. For a long batch, fetch results as it runs.
          </li>
        </ul>
      </Section>

      <Section id="quota" title="What counts">
        <p>
          As with <SiteLink href="/docs/quotas">single calls</SiteLink>, only lines that succeed count, each as a call
          to its operation. When the monthly quota is used up, the batch waits until next month or until you upgrade.
          Lines don’t count toward the burst limit. All accounts’ batches together use at most half of Google’s rate
          limit.
        </p>
        <ul className="points">
          <li>
            Lines count against the key that last started or resumed the batch, including its own monthly limit. If that
            key is revoked, the batch is paused.
          </li>
          <li>A key limited to certain operations can only create and manage batches for those operations.</li>
          <li>A test key’s batch returns sample data and isn’t counted.</li>
        </ul>
      </Section>

      <Section id="limits" title="Limits">
        <FactTable
          caption="Batch limits"
          columns={['Limit', 'Maximum']}
          rows={limits.map(([limit, maximum]) => ({ key: limit, cells: [limit, maximum] }))}
        />
        <p>
          <Code>GET /api/usage</Code> and the list of batches show your usage. To make room, delete batches.
        </p>
      </Section>
    </Article>
  )
}
