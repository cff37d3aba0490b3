import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { formatNumber } from '@/components/format/number'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { plans } from '@/server/access/plans'
import { longestName } from '@/server/batches/batch'
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
} from '@/server/batches/limits'
import { maxJsonDepth } from '@/server/runtime/input'

export const metadata: Metadata = { title: 'Batches' }

const states: Array<[state: string, meaning: string]> = [
  ['receiving', 'Takes lines, until it is started.'],
  ['queued', 'Is about to run.'],
  ['running', 'Lines are looked up. Results can be fetched already.'],
  [
    'waiting',
    'Goes on by itself; reason says what for: the month’s calls (quota, key_quota), the day’s failed lookups (failures), or Google’s limits (upstream).',
  ],
  [
    'paused',
    'Goes on when it is resumed. With the reason key or suspended its key or its account may not call any more; another key can resume it.',
  ],
  ['finished', 'Every line is answered.'],
  ['cancelled', 'Ended before that. What was found stays, and nothing else was counted.'],
  ['failed', 'Ended by an error on our side. Results up to that point stay.'],
]

const mebibytes = (bytes: number) => `${formatNumber(bytes / 1024 / 1024)} MiB`

const limits: Array<[what: string, most: string]> = [
  ['Lines in a batch', formatNumber(maxLines)],
  ['Characters in a line, with everything it carries', formatNumber(longestLine)],
  ['Characters in a link', formatNumber(2_048)],
  [
    'Columns of a CSV',
    `${maxColumns}, with names of up to ${longestColumn} characters and ${formatNumber(longestHeading)} in all`,
  ],
  ['Levels of nested JSON', formatNumber(maxJsonDepth)],
  ['A request', mebibytes(maxBytes)],
  ['Batches of an account', formatNumber(maxBatches)],
  ['Characters in the name of a batch', formatNumber(longestName)],
  ['Lines of all its batches', formatNumber(maxLinesStored)],
  ...plans().map(({ name, batchBytes }): [string, string] => [`Storage on ${name}`, mebibytes(batchBytes)]),
  ['Idempotency-Keys of an account in 24 hours', formatNumber(maxIdempotencyKeys)],
]

export default function Batches() {
  return (
    <Article path="/docs/batches">
      <p>
        A batch looks up as many as {formatNumber(maxLines)} lines in the background, with an account’s key. It goes on
        when you have left, and while it runs you can watch it, fetch what it has found, pause and cancel it.
      </p>

      <Section id="page" title="On the page">
        <p>
          Signed in, <SiteLink href="/bulk">Bulk</SiteLink> makes a batch of what you paste or drop: a list, a CSV or an
          Excel file, whose columns come back with the results. You can close the tab once all lines are sent; the page
          lists your batches, those made with a key too, and each has an address of its own.
        </p>
        <ul className="points">
          <li>
            Your browser reads the lines at once, uncounted: identifiers and review links appear for all lines that name
            a listing, and you can copy and download them. Lines that can’t be read are grouped by cause. Choose the
            column of a table in its headings.
          </li>
          <li>
            Then choose what to look up: names and ratings or stale ids of the listings that were read, the listings of
            short links, or names. Each choice shows how many lookups it takes. The batch gets those lines, and the
            lines that cost nothing because they can’t be read.
          </li>
          <li>
            A batch is named after its file, or as you type. “Rename” beside its title changes the name at any time, and
            the files that you download have it.
          </li>
          <li>
            Names are looked up with “Find by name”, and found where only one listing fits: add the address, as in{' '}
            <Code>Joe’s Pizza, 7 Carmine St, New York</Code>. “Look up names” makes a batch of the names that an earlier
            one left out.
          </li>
          <li>
            Results appear as lines are looked up, 50 on a page. Show only the lines to check, found, failed, or
            unreadable, choose one cause, or search for a text in your lines and in the names that were found. Lines in
            a row that couldn’t be read are one row, which opens. The page’s address has all of that, so you can reload
            or share it. Files have the lines that are shown, as CSV, XLSX or JSON Lines. Names and ratings stay for 24
            hours, however often you look at them.
          </li>
          <li>
            “Review kit” makes a ZIP file from a batch that has ended: for each listing its QR code as SVG and PNG and
            an A6 poster, all of the posters in one PDF, an A4 sheet of cards to cut, and a CSV with the review links.
            Set your name, logo and language once. The kit is made in your browser, and has up to 500 listings. Make it
            within 24 hours, while the names of the listings are stored.
          </li>
          <li>
            “Retry failed lines” makes a batch of the lines that may yet succeed. A line that can’t be read or a listing
            that doesn’t exist would fail again.
          </li>
          <li>
            Excel rounds numbers as long as a CID. Such a number is never looked up: format the column as text before
            you fill it in.
          </li>
          <li>Without an account the page looks up to 1,000 lines up itself, while it’s open.</li>
        </ul>
      </Section>

      <Section id="sample" title="From lines to results">
        <p>
          Here <Code>shops.csv</Code> has the columns <Code>shop</Code> and <Code>link</Code>. Its rows come back in{' '}
          <Code>results.csv</Code>, with what was found beside them.
        </p>
        <Samples id="csvBatch" />
        <p>
          Instead of asking again and again, you can have Pinref{' '}
          <SiteLink href="/docs/callbacks">call you back</SiteLink>, at your endpoints or at the{' '}
          <Code>callback_url</Code> of the batch. The <SiteLink href="/docs/reference/batches-make">reference</SiteLink>{' '}
          has a sample of every operation.
        </p>
      </Section>

      <Section id="make" title="Make one">
        <p>
          Send the lines as JSON, JSON Lines or CSV, up to {maxBytes / 1024 / 1024} MiB in one request. They are looked
          up at once.
        </p>
        <Samples id="batches-make" />
        <ul className="points">
          <li>
            A line is a link, an identifier, or a name to search for; an object says which with <Code>url</Code>,{' '}
            <Code>cid</Code>, or <Code>name</Code> with an optional <Code>address</Code> and <Code>country</Code>.
            Whatever else is in it comes back with its result.
          </li>
          <li>
            CSV begins with the names of its columns. <Code>column</Code> says which one to look up, and{' '}
            <Code>address_column</Code> and <Code>country_column</Code> what to search with beside a name.
          </li>
          <li>
            Options stand in the address, or beside <Code>lines</Code> in an object of JSON:{' '}
            <Code>{'{"details": "none", "lines": ["…"]}'}</Code>.
          </li>
          <li>
            <Code>name</Code>, one line of up to {longestName} characters, says which batch it is: in every answer about
            it, in callbacks, on the page, and in the names of its files. <Code>PATCH /api/batches/batch_…</Code> with{' '}
            <Code>{'{"name": "…"}'}</Code> changes it at any time, and null removes it. A JSON object with only a{' '}
            <Code>name</Code> is a line, so to make a batch that gets its lines in parts, send <Code>start</Code> too,
            or the name in the query string.
          </li>
          <li>
            With an <Code>Idempotency-Key</Code> the same request makes one batch in 24 hours, however often it is sent.
          </li>
          <li>The same line twice is looked up and counted once; its result says which line it is the same as.</li>
          <li>A line that cannot be read is that line’s error, with its number, and stops nothing.</li>
          <li>
            If a line causes an error on our side, it fails with <Code>internal_error</Code> and isn’t counted; the
            others go on.
          </li>
        </ul>
      </Section>

      <Section id="parts" title="Send it in parts">
        <p>
          Make it without lines, <Code>PUT</Code> each part under its number, from 1 to {formatNumber(maxParts)}, in any
          order, and start it. A part that is sent again takes the place of the one before, so that an upload that broke
          off goes on where it was. Each part of a CSV begins with the names of its columns. Lines are numbered over all
          parts, without those headings.
        </p>
        <Samples id="batchParts" />
      </Section>

      <Section id="watch" title="Watch it">
        <p>
          <Code>GET /api/batches/batch_…</Code> says how many lines are found, failed, unreadable and left, and how many
          seconds it will take at the present pace. <Code>pause</Code>, <Code>resume</Code> and <Code>cancel</Code> are
          sent with <Code>POST</Code>; <Code>DELETE</Code> cancels it and removes everything.
        </p>
        <FactTable
          caption="States of a batch"
          columns={['State', 'Meaning']}
          rows={states.map(([state, meaning]) => ({ key: state, cells: [<Code key="state">{state}</Code>, meaning] }))}
        />
      </Section>

      <Section id="results" title="Fetch its results">
        <p>
          Results come in the order of the lines, up to the first that is not answered yet, also while it runs.{' '}
          <Code>/results</Code> has pages of up to 1,000 lines (<Code>limit</Code>) and 1 MiB of JSON, so a page of long
          lines has fewer. <Code>/results.csv</Code> and <Code>/results.jsonl</Code> have all lines in one file. Add{' '}
          <Code>status</Code> to get only <Code>found</Code>, <Code>failed</Code>, <Code>unreadable</Code>, or{' '}
          <Code>left</Code> lines, or with <Code>to_check</Code> every line that wasn’t found. <Code>code</Code> returns
          only lines with one problem, such as <Code>listing_not_found</Code>, and <Code>q</Code> only lines with a
          text, in what you sent or in the name, address, CID or place id that was found. To continue, send{' '}
          <Code>next</Code> as <Code>after</Code>, until it is null; in a file, the number of the last line that you
          have.
        </p>
        <Samples id="batches-results" />
        <ul className="points">
          <li>
            Fetch one page at a time, and at most three files. If you request more at once, you get 429{' '}
            <SiteLink href="/docs/errors/too_many_requests">too_many_requests</SiteLink>. A file breaks off after ten
            minutes; fetch the rest with <Code>after</Code>.
          </li>
          <li>
            With a filter or a search, one request goes through up to {formatNumber(maxScanned)} lines. Its page can
            have few lines, or none, and still have a <Code>next</Code>.
          </li>
          <li>
            A CSV has your columns first. CIDs in it are formulas that are text (<Code>=&quot;…&quot;</Code>), since
            spreadsheets round numbers as long as these. If a program reads the results, use JSON Lines.
          </li>
          <li>
            A name stands for the only listing that has it, at the address that was given with it, or for the only one
            found; where several would do, the line fails with <Code>listing_not_found</Code>. <Code>matches</Code> says
            how many were found.
          </li>
          <li>Identifiers are kept for {keepSeconds / 86_400} days after the batch has ended.</li>
          <li>
            Names, addresses, ratings and counts are Google’s, and may not be kept: they wait 24 hours to be fetched,
            and go once you ask for the lines after them. Where this server caches them (LISTING_CACHE_SECONDS), they
            are kept for that long. Fetch results while a long batch runs.
          </li>
        </ul>
      </Section>

      <Section id="quota" title="What it counts">
        <p>
          Every line that is answered counts as a call of its operation, and what fails does not, as with{' '}
          <SiteLink href="/docs/quotas">single calls</SiteLink>. When the month is used up the batch waits, and goes on
          by itself with a larger plan or the next month. Lines do not count against the burst, and the batches of all
          accounts together take half of what Google’s rate allows at most: calls that somebody waits for come first.
        </p>
        <ul className="points">
          <li>
            It counts against the key that started or resumed it last, whose own monthly limit holds too. Where that key
            is revoked, it is paused.
          </li>
          <li>A key that is limited to some operations can only make and handle batches of those.</li>
          <li>A batch of a test key is answered from the sample, and counts nothing.</li>
        </ul>
      </Section>

      <Section id="limits" title="Limits">
        <FactTable
          caption="Limits of batches"
          columns={['What', 'At most']}
          rows={limits.map(([what, most]) => ({ key: what, cells: [what, most] }))}
        />
        <p>
          <Code>GET /api/usage</Code> and the list of batches on the page show what your batches take. To make room,
          delete a batch that you no longer need.
        </p>
      </Section>
    </Article>
  )
}
