import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Python' }

export default function Python() {
  return (
    <Article path="/docs/python">
      <Section id="get" title="Get the client">
        <p>
          <a href="/pinref.py">pinref.py</a> is the whole client, with types for every response. It needs only Python
          3.9 or later. Put the file next to your code.
        </p>
        <Samples id="pythonGet" />
        <p>
          Or install it as a package from a clone of the source: <Code>pip install ./clients/python</Code>, with{' '}
          <Code>--no-build-isolation</Code> if pip has no network access. Then pass this server’s address as{' '}
          <Code>base_url</Code>.
        </p>
      </Section>

      <Section id="calls" title="Look up, search, convert">
        <p>
          Pass <SiteLink href="/docs/authentication">a key</SiteLink>, or omit it to use a visitor’s free quota. Results
          are dictionaries, with the fields in the{' '}
          <SiteLink href="/docs/reference/resolve#response">reference</SiteLink>.
        </p>
        <Samples id="pythonResolve" />
      </Section>

      <Section id="many" title="Many links">
        <p>
          <Code>resolve_many</Code> takes any iterable, sends 100 links per call, and yields the results in order. A
          failed link never stops the others.
        </p>
        <Samples id="pythonMany" />
        <p>
          For more than a few thousand links, start a <SiteLink href="/docs/batches">batch</SiteLink> of up to 1,000,000
          lines. <Code>results</Code> yields its lines as they are looked up. With the batch’s id, another program can
          fetch them too. Pass a <Code>name</Code> to find the batch in the dashboard.
        </p>
        <Samples id="pythonBatch" />
        <p>
          <Code>verify_callback</Code> verifies a <SiteLink href="/docs/callbacks">callback</SiteLink> and returns its
          event.
        </p>
      </Section>

      <Section id="watchlists" title="Watch listings">
        <p>
          <Code>add_listings</Code> takes any iterable. <Code>watch_events</Code> yields the events since{' '}
          <Code>after</Code>, the last event you have. With <Code>poll</Code>, it waits for more. See{' '}
          <SiteLink href="/docs/watchlists">Watchlists</SiteLink> for the event types.
        </p>
        <Samples id="pythonWatch" />
      </Section>

      <Section id="async" title="With asyncio">
        <p>
          <Code>AsyncPinref</Code> has the same methods as coroutines. Use <Code>async for</Code> with{' '}
          <Code>resolve_many</Code>, <Code>results</Code>, and <Code>watch_events</Code>. Iterables of links can be
          asynchronous too.
        </p>
        <Samples id="pythonAsync" />
        <ul className="points">
          <li>
            Each request runs in the client’s own thread pool. <Code>max_connections</Code> limits simultaneous requests
            (10 by default). Waiting before a retry doesn’t block a thread.
          </li>
          <li>A canceled task ends immediately. A request that was already sent may still count.</li>
        </ul>
      </Section>

      <Section id="errors" title="Errors and retries">
        <p>
          Every failure is a <Code>PinrefError</Code> with <Code>code</Code>, <Code>status</Code>, <Code>detail</Code>,{' '}
          <Code>request_id</Code>, and <Code>retry_after</Code>. Act on{' '}
          <SiteLink href="/docs/errors">the code</SiteLink>. If there was no response at all, the code is{' '}
          <Code>no_answer</Code>. Errors can be pickled and copied, so they can pass between processes.
        </p>
        <Samples id="pythonErrors" />
        <ul className="points">
          <li>
            A call is retried up to three times on a server error, a lost connection, or too many calls at once, after
            the delay in <Code>Retry-After</Code>. Quota errors are never retried.
          </li>
          <li>
            A call that would have to wait more than 60 seconds fails immediately. To change this, set{' '}
            <Code>retries</Code>, <Code>max_wait</Code>, and <Code>timeout</Code>, as in{' '}
            <Code>Pinref(key, retries=0, timeout=5)</Code>.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
