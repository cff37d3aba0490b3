import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'TypeScript' }

const calls: ReadonlyArray<[call: string, what: string]> = [
  ['resolve(url, { details })', 'The listing that a link, share text or identifier points to.'],
  ['search(name, { country })', 'Listings by business name.'],
  ['convert(cid)', 'A CID in both notations. convertCid does the same without a call.'],
  ['batch(items)', 'Up to 100 of these in one call; each has a result or an error in its place.'],
  ['resolveAll(urls)', 'Any number of links, 100 in a call, one by one in their order.'],
  ['batches.run(lines, { name })', 'Up to 1,000,000 lines in the background. results(id) reads them while it runs.'],
  ['keys.create(settings)', 'API keys, also listed, changed and removed, with a key that manages keys.'],
  ['usage(), key()', 'Where the quota stands, and what the key may do. Never counted.'],
]

export default function TypeScript() {
  return (
    <Article path="/docs/typescript">
      <Section id="install" title="Install it">
        <p>
          The package <Code>pinref</Code> has two parts: a reader that takes identifiers out of links without a call,
          and a client for the API. It has no dependencies and comes with its types. The{' '}
          <SiteLink href="/docs/cli">command line</SiteLink> is in it too.
        </p>
        <Samples id="packageInstall" />
        <ul className="points">
          <li>It’s an ES module, for Node 18 or later, browsers, Deno, Bun and edge runtimes.</li>
          <li>
            A bundler takes only what you import: the whole reader adds 19 KB gzipped, <Code>convertCid</Code> alone
            less than 2 KB.
          </li>
        </ul>
      </Section>

      <Section id="read" title="Read links without a call">
        <p>
          <Code>pinref/reader</Code> is the code that Pinref itself reads links with. It asks nothing of the network and
          answers with the fields of <Code>resolve</Code> with <Code>{'"details": "none"'}</Code>.
        </p>
        <Samples id="packageRead" />
        <ul className="points">
          <li>
            A short link (<Code>maps.app.goo.gl/…</Code>) comes back as <Code>short_link</Code>: where it leads only the
            API can tell.
          </li>
          <li>
            What names no listing throws a <Code>PinrefError</Code> whose message says what to paste instead.{' '}
            <SiteLink href="/docs/links">Links understood</SiteLink> has every form.
          </li>
          <li>CIDs are strings: a 64-bit number doesn’t fit in a JavaScript number.</li>
        </ul>
      </Section>

      <Section id="call" title="Call the API">
        <Samples id="packageResolve" />
        <FactTable
          caption="Methods of the client"
          columns={['Method', 'Answers']}
          rows={calls.map(([call, what]) => ({ key: call, cells: [<Code key="call">{call}</Code>, what] }))}
        />
        <p>
          Answers are those of REST, field by field: the <SiteLink href="/docs/reference">reference</SiteLink> describes
          them. Without <Code>apiKey</Code> calls count as a visitor’s. Keep the key on your server; the reader needs
          none.
        </p>
      </Section>

      <Section id="many" title="Look up many links">
        <Samples id="packageMany" />
        <p>
          <Code>resolveAll</Code> takes any iterable, a stream of lines too. A link that fails has an <Code>error</Code>{' '}
          and stops nothing; a used-up quota is such an error as well.
        </p>
      </Section>

      <Section id="errors" title="Errors and retries">
        <p>
          A call that fails throws a <Code>PinrefError</Code> with the <Code>code</Code> of the API (
          <SiteLink href="/docs/errors">Errors</SiteLink>), <Code>status</Code>, <Code>requestId</Code> and, where they
          are known all the same, <Code>identifiers</Code>.
        </p>
        <Samples id="packageErrors" />
        <ul className="points">
          <li>
            Failures that may pass are retried up to four times (<Code>maxRetries</Code>), as <Code>Retry-After</Code>{' '}
            says. An exhausted quota is not, nor is anything that would have to wait for more than a minute.
          </li>
          <li>
            For long runs, pass <Code>onRateLimit</Code>: the client then waits for the rate limit as often as it has
            to, and calls your function before each wait. Other retries are limited as before.
          </li>
          <li>
            A <Code>signal</Code> ends a call, its retries and the waits between them. One attempt takes 30 seconds at
            most (<Code>timeoutMs</Code>).
          </li>
          <li>
            Without an answer of Pinref the code is <Code>unreachable</Code>, <Code>timed_out</Code> or{' '}
            <Code>unexpected_answer</Code>.
          </li>
        </ul>
      </Section>

      <Section id="batches" title="Run a batch">
        <Samples id="packageBatch" />
        <p>
          The lines are sent in as many parts as they need, and a retry never makes a second batch.{' '}
          <SiteLink href="/docs/batches">Batches</SiteLink> says what a line can be, what counts and how long results
          are kept.
        </p>
      </Section>
    </Article>
  )
}
