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
          <a href="/pinref.py">pinref.py</a> is the whole client. It needs Python 3.9 or newer and nothing else, and it
          has types for every answer. Put it next to your code.
        </p>
        <Samples id="pythonGet" />
        <p>
          Or install it as a package from a clone of the source: <Code>pip install ./clients/python</Code>, with{' '}
          <Code>--no-build-isolation</Code> if pip has no network. Then pass this server’s address as{' '}
          <Code>base_url</Code>. Type checkers such as pyright and mypy read the types of the package.
        </p>
      </Section>

      <Section id="calls" title="Look up, search, convert">
        <p>
          Pass <SiteLink href="/docs/authentication">a key</SiteLink>, or nothing to use a visitor’s free quota. Answers
          are dictionaries, with the fields of the{' '}
          <SiteLink href="/docs/reference/resolve#response">reference</SiteLink>.
        </p>
        <Samples id="pythonResolve" />
      </Section>

      <Section id="many" title="Many links">
        <p>
          <Code>resolve_many</Code> takes any iterable, sends 100 links per call, and yields the results in order. A
          link that fails never stops the others.
        </p>
        <Samples id="pythonMany" />
        <p>
          For more than a few thousand, start a <SiteLink href="/docs/batches">batch</SiteLink>: it runs in the
          background, up to 1,000,000 lines. <Code>results</Code> yields its lines as they are looked up, and ends with
          the last. If you store the batch’s id, another program can fetch the results. Pass a <Code>name</Code> to find
          the batch on the dashboard.
        </p>
        <Samples id="pythonBatch" />
        <p>
          <Code>verify_callback</Code> checks a <SiteLink href="/docs/callbacks">callback</SiteLink> about a batch and
          returns its event.
        </p>
      </Section>

      <Section id="async" title="With asyncio">
        <p>
          <Code>AsyncPinref</Code> has the same methods as coroutines. <Code>resolve_many</Code> and{' '}
          <Code>results</Code> are used with <Code>async for</Code>, and lists of links can be asynchronous too.
        </p>
        <Samples id="pythonAsync" />
        <ul className="points">
          <li>
            Each request runs in a thread of the client’s own pool, because Python’s standard library has no
            asynchronous HTTP client. <Code>max_connections</Code> is the most requests at the same time: 10 unless you
            change it. Waits before a retry take no thread.
          </li>
          <li>If you cancel a task, it ends at once. A request that was already sent may still be counted.</li>
        </ul>
      </Section>

      <Section id="errors" title="Errors and retries">
        <p>
          Every failure is a <Code>PinrefError</Code> with <Code>code</Code>, <Code>status</Code>, <Code>detail</Code>,{' '}
          <Code>request_id</Code> and <Code>retry_after</Code>. Act on <SiteLink href="/docs/errors">the code</SiteLink>
          . If there was no answer at all, it is <Code>no_answer</Code>. Errors can be pickled and copied, so they also
          pass between processes.
        </p>
        <Samples id="pythonErrors" />
        <ul className="points">
          <li>
            A call is retried up to three times after an error of the server, a lost connection, or too many calls at
            once. It waits as long as <Code>Retry-After</Code> says, in seconds or as a date. A used-up quota is never
            retried.
          </li>
          <li>
            A call that would have to wait more than 60 seconds fails at once. <Code>retries</Code>,{' '}
            <Code>max_wait</Code> and <Code>timeout</Code> change that, for example{' '}
            <Code>Pinref(key, retries=0, timeout=5)</Code>.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
