import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'TypeScript' }

const calls: ReadonlyArray<[call: string, what: string]> = [
  ['resolve(url, { details })', 'The listing that a link, share text, or identifier points to.'],
  ['search(name, { country })', 'Listings by business name.'],
  ['convert(cid)', 'A CID in decimal and hexadecimal. convertCid also does this without a call.'],
  ['batch(items)', 'Up to 100 of these operations in one call, each with a result or an error.'],
  ['resolveAll(urls)', 'Results for any number of links, in order, with 100 links per call.'],
  ['batches.run(lines, { name })', 'A batch of up to 1,000,000 lines. results(id) yields its results as it runs.'],
  ['watchlists.events(id)', 'Events for watched listings. Also creates watchlists and adds listings to them.'],
  ['keys.create(settings)', 'A new API key. Also lists, changes, and deletes keys. Needs a key that manages keys.'],
  ['usage(), key()', 'How much quota is left, and what the key can do. Never counted.'],
]

export default function TypeScript() {
  return (
    <Article path="/docs/typescript">
      <Section id="install" title="Install it">
        <p>
          The package <Code>pinref</Code> includes a reader that extracts identifiers from links without a call, a
          client for the API, types, and the <SiteLink href="/docs/cli">command line</SiteLink>. It has no dependencies.
        </p>
        <Samples id="packageInstall" />
        <ul className="points">
          <li>The package is an ES module, for Node 18.17 or later, browsers, Deno, Bun, and edge runtimes.</li>
          <li>
            Bundlers include only what you import: the whole reader adds 19 KB gzipped, <Code>convertCid</Code> alone
            less than 2 KB.
          </li>
        </ul>
      </Section>

      <Section id="read" title="Read links without a call">
        <p>
          <Code>pinref/reader</Code> is the code that Pinref itself uses to read links. The reader doesn’t make network
          requests, and returns the fields of <Code>resolve</Code> with <Code>{'"details": "none"'}</Code>.
        </p>
        <Samples id="packageRead" />
        <ul className="points">
          <li>
            A short link (<Code>maps.app.goo.gl/…</Code>) is returned as <Code>short_link</Code>. Only the API can
            follow it.
          </li>
          <li>
            Text that doesn’t point to a listing throws a <Code>PinrefError</Code> whose message says what to paste
            instead. See <SiteLink href="/docs/links">supported links</SiteLink>.
          </li>
        </ul>
      </Section>

      <Section id="call" title="Call the API">
        <Samples id="packageResolve" />
        <FactTable
          caption="Client methods"
          columns={['Method', 'Returns']}
          rows={calls.map(([call, what]) => ({ key: call, cells: [<Code key="call">{call}</Code>, what] }))}
        />
        <p>
          Responses have the fields in the <SiteLink href="/docs/reference">reference</SiteLink>. Without{' '}
          <Code>apiKey</Code>, calls use a visitor’s free quota. Keep the key on your server.
        </p>
      </Section>

      <Section id="many" title="Look up many links">
        <Samples id="packageMany" />
        <p>
          <Code>resolveAll</Code> accepts any iterable, including a stream of lines. A failed link, even one over the
          quota, has an <Code>error</Code> and doesn’t stop the others.
        </p>
      </Section>

      <Section id="errors" title="Errors and retries">
        <p>
          A call that fails throws a <Code>PinrefError</Code> with <Code>status</Code>, <Code>code</Code> (see{' '}
          <SiteLink href="/docs/errors">Errors</SiteLink>), <Code>requestId</Code>, and, if known,{' '}
          <Code>identifiers</Code>.
        </p>
        <Samples id="packageErrors" />
        <ul className="points">
          <li>
            Temporary failures are retried up to four times (<Code>maxRetries</Code>), after the delay in{' '}
            <Code>Retry-After</Code>. Quota errors and waits of more than a minute are not retried.
          </li>
          <li>
            For long runs, pass <Code>onRateLimit</Code>. The client then waits out the rate limit as many times as
            needed, and calls your function before each wait. Other retries are still limited to <Code>maxRetries</Code>
            .
          </li>
          <li>
            A <Code>signal</Code> cancels a call, its retries, and the waits between them. Each attempt times out after
            30 seconds (<Code>timeoutMs</Code>).
          </li>
          <li>
            If there’s no response from Pinref, the code is <Code>unreachable</Code>, <Code>timed_out</Code>, or{' '}
            <Code>unexpected_answer</Code>.
          </li>
        </ul>
      </Section>

      <Section id="watchlists" title="Watch listings">
        <Samples id="packageWatch" />
        <p>
          <Code>add</Code> takes any number of listings. <Code>events</Code> yields the events since <Code>after</Code>,
          the last event you have. With <Code>pollMs</Code>, it waits for more. See{' '}
          <SiteLink href="/docs/watchlists">Watchlists</SiteLink> for the event types.
        </p>
      </Section>

      <Section id="batches" title="Run a batch">
        <Samples id="packageBatch" />
        <p>
          The client sends the lines in as many parts as needed, and a retry never creates a second batch. See{' '}
          <SiteLink href="/docs/batches">Batches</SiteLink> for what counts and how long results are stored.
        </p>
      </Section>
    </Article>
  )
}
