import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Python' }

export default function Python() {
  return (
    <Article path="/docs/python">
      <Section id="get" title="Get the file">
        <p>
          <a href="/pinref.py">pinref.py</a> is the whole client. It needs Python 3.9 or newer and nothing else, and it
          has types for every answer. Put it beside your code.
        </p>
        <Samples id="pythonGet" />
      </Section>

      <Section id="calls" title="Look up, search, convert">
        <p>
          Give it <SiteLink href="/docs/authentication">a key</SiteLink>, or nothing for a visitor’s free quota. Answers
          are dictionaries, with the fields of the{' '}
          <SiteLink href="/docs/reference/resolve#response">reference</SiteLink>.
        </p>
        <Samples id="pythonResolve" />
      </Section>

      <Section id="many" title="Many links">
        <p>
          <Code>resolve_many</Code> takes any iterable, sends 100 links a call, and yields each result as it comes, in
          order. A link that fails never stops the others.
        </p>
        <Samples id="pythonMany" />
        <p>
          For more than a few thousand, start a <SiteLink href="/docs/batches">batch</SiteLink>: it runs in the
          background, up to 1,000,000 lines. <Code>results</Code> yields its lines as they are answered, and ends with
          the last. Keep the batch’s id, and you can fetch the results in another program too.
        </p>
        <Samples id="pythonBatch" />
      </Section>

      <Section id="errors" title="Errors and retries">
        <p>
          Whatever fails is a <Code>PinrefError</Code> with <Code>code</Code>, <Code>status</Code>, <Code>detail</Code>,{' '}
          <Code>request_id</Code> and <Code>retry_after</Code>. Act on <SiteLink href="/docs/errors">the code</SiteLink>
          . If there was no answer at all, it is <Code>no_answer</Code>.
        </p>
        <Samples id="pythonErrors" />
        <ul className="points">
          <li>
            A call is sent again, three times at most, after a failure of the server, a lost connection, or too many
            calls at once. It waits as long as <Code>Retry-After</Code> says. A used-up quota is never retried.
          </li>
          <li>
            If it would have to wait for more than 60 seconds, it fails at once. <Code>retries</Code>,{' '}
            <Code>max_wait</Code> and <Code>timeout</Code> change that, for example{' '}
            <Code>Pinref(key, retries=0, timeout=5)</Code>.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
