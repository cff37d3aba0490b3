import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Article } from '@/components/docs/article'
import { CodeBlock } from '@/components/docs/code-block'
import { highlight } from '@/components/docs/highlight'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { callbackExample } from '@/components/docs/samples/callback'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { limits } from '@/server/access/limits'
import { callbackHeaders, maxTries, pauseWords } from '@/server/callbacks/delivery'
import { maxAddresses, maxEndpoints } from '@/server/callbacks/endpoint'
import { maxFormer } from '@/server/callbacks/secrets'

export const metadata: Metadata = { title: 'Callbacks' }

const events: Array<[type: string, when: ReactNode]> = [
  ['batch.finished', 'Every line of a batch is answered.'],
  ['batch.failed', 'A batch has ended because of an error on our side.'],
  [
    'batch.waiting',
    <>
      A batch waits for your quota or for Google, and continues automatically. <Code>data.batch.reason</Code> says what
      for, and <Code>data.until</Code> until when, if that is known.
    </>,
  ],
  ['callback.test', 'You sent a test event, or a new address is being verified.'],
]

export default function Callbacks() {
  const example = callbackExample()
  return (
    <Article path="/docs/callbacks">
      <p>
        Instead of asking for the status of a <SiteLink href="/docs/batches">batch</SiteLink>, let Pinref call your
        server. Callbacks follow <a href="https://www.standardwebhooks.com">Standard Webhooks</a>.
      </p>

      <Section id="setup" title="Set up">
        <ul className="points">
          <li>
            <strong>Endpoints</strong> are called about every batch of the account. Add up to {maxEndpoints} under the{' '}
            <SiteLink href="/callbacks">Callbacks page</SiteLink>, or with{' '}
            <SiteLink href="/docs/reference/callbacks-add">POST /api/callbacks</SiteLink> and a key that has the
            operation <Code>callbacks</Code>. Each event goes to all of them.
          </li>
          <li>
            A <strong>callback_url</strong> is called about one batch, besides the endpoints. Send it when you{' '}
            <SiteLink href="/docs/reference/batches-make">make the batch</SiteLink>. Any key that can make batches can.
          </li>
        </ul>
        <p>
          An account has one signing secret for both. It is shown once, when you add the first endpoint; you can make a
          new one at any time.
        </p>
      </Section>

      <Section id="verification" title="Verified addresses">
        <p>
          The first time you name an address, it gets a <Code>callback.test</Code> at once. Answer it with a status from
          200 to 299, and the address is verified. Until then it gets no other events: each try sends a test first. The
          query is not part of the address, so <Code>?run=17</Code> may differ with every batch. Pinref remembers the{' '}
          {maxAddresses} addresses that you named last.
        </p>
      </Section>

      <Section id="events" title="Events">
        <FactTable
          caption="Events"
          columns={['Type', 'When']}
          rows={events.map(([type, when]) => ({ key: type, cells: [<Code key="type">{type}</Code>, when] }))}
        />
        <p>
          Each is a <Code>POST</Code> with a JSON body. Its <Code>timestamp</Code> is when it happened, in ISO 8601.
          Canceling, pausing or deleting a batch sends nothing. The OpenAPI document describes the events under{' '}
          <Code>webhooks</Code>.
        </p>
        <div className="mt-5 overflow-hidden rounded-md border border-rule bg-sheet">
          <CodeBlock code={example} html={highlight(example, 'JSON')} name="example event" answerTo="callback" />
        </div>
        <p>
          A callback carries counts and no results. <SiteLink href="/docs/batches#results">Fetch them</SiteLink> with
          your key.
        </p>
      </Section>

      <Section id="signature" title="Check the signature">
        <p>
          Anybody can send a POST to your address. Check the signature before you use a callback: an HMAC-SHA-256 of id,
          timestamp and body, joined by dots, with the secret. Sign the body as it came, before it is parsed. There are{' '}
          <a href="https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries">libraries</a> for many
          languages; without one it takes a few lines. The <SiteLink href="/docs/typescript">npm package</SiteLink> has{' '}
          <Code>verifyCallback</Code>, and the <SiteLink href="/docs/python">Python client</SiteLink>{' '}
          <Code>verify_callback</Code>, which return the event.
        </p>
        <FactTable
          caption="Headers of a callback"
          columns={['Header', 'Meaning']}
          rows={Object.entries(callbackHeaders).map(([name, meaning]) => ({
            key: name,
            cells: [<Code key="name">{name}</Code>, meaning],
          }))}
        />
        <Samples id="callback" />
      </Section>

      <Section id="tries" title="Answers and tries">
        <ul className="points">
          <li>
            Answer with a status from 200 to 299 within 15 seconds; do longer work after that. The body of your answer
            is not read, and redirects are not followed.
          </li>
          <li>
            Anything else is tried again, {maxTries} times in all: {pauseWords()}. Each pause may be up to a tenth
            longer.
          </li>
          <li>
            An event may come twice, and events may come in another order than they happened. Read where the batch
            stands if that matters.
          </li>
          <li>
            The account page lists the last 200 deliveries with their tries, status and time. You can send any of them
            again. Tests, resends and new addresses are limited to {limits.callbacksByHand.max} in ten minutes.
          </li>
          <li>One event is sent at a time, so the others wait while your server takes long to answer one.</li>
          <li>
            If every try has failed for a day, the endpoint is switched off, and you get a mail. A status of 410
            switches it off at once. Events are stored; switch it on again and resend them. A <Code>callback_url</Code>{' '}
            is never switched off: its events are tried for a day, or until a 410.
          </li>
        </ul>
      </Section>

      <Section id="secret" title="Change the secret">
        <p>
          “New secret” on the account page, or{' '}
          <SiteLink href="/docs/reference/callbacks-rotateSecret">POST /api/callbacks/rotate</SiteLink>, makes another
          one. The former secret also signs for a day, so that you can put the new one in place without losing any
          event. That holds even if you replace the new one within that day; you can do so {maxFormer} times.
        </p>
      </Section>

      <Section id="addresses" title="Which addresses">
        <p>
          The address begins with <Code>https://</Code> and has a public host name: no IP address, no name and password,
          no private host name. Before each try the name is looked up, and only public IP addresses are called.
        </p>
      </Section>
    </Article>
  )
}
