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
import { callbackHeaders, maxTries, pauseWords } from '@/server/features/callbacks/delivery'
import { maxAddresses, maxEndpoints } from '@/server/features/callbacks/endpoint'
import { maxFormer } from '@/server/features/callbacks/secrets'
import { maxPosted } from '@/server/features/watchlists/limits'
import { limits } from '@/server/metering/access/limits'

export const metadata: Metadata = { title: 'Callbacks' }

const events: Array<[type: string, when: ReactNode]> = [
  ['batch.finished', 'Every line of a batch has a result.'],
  ['batch.failed', 'A batch ended because of an error on our side.'],
  [
    'batch.waiting',
    <>
      A batch is waiting for your quota or for Google, and will resume automatically. <Code>data.batch.reason</Code>{' '}
      says why, and <Code>data.until</Code> when it will resume, if known.
    </>,
  ],
  [
    'watch.events',
    <>
      Listings in a <SiteLink href="/docs/watchlists#events">watchlist</SiteLink> moved, disappeared, or reappeared.{' '}
      <Code>data.events</Code> has up to {maxPosted}, oldest first.
    </>,
  ],
  ['callback.test', 'You sent a test event, or a new address is being verified.'],
]

export default function Callbacks() {
  const example = callbackExample()
  return (
    <Article path="/docs/callbacks">
      <p>
        Instead of polling for <SiteLink href="/docs/batches">batch</SiteLink> status or{' '}
        <SiteLink href="/docs/watchlists">watchlist</SiteLink> events, let Pinref call your server. Callbacks follow{' '}
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a>.
      </p>

      <Section id="setup" title="Set up">
        <ul className="points">
          <li>
            <strong>Endpoints</strong> are called for every batch and watchlist in the account. Add up to {maxEndpoints}{' '}
            on the <SiteLink href="/callbacks">Callbacks page</SiteLink>, or with{' '}
            <SiteLink href="/docs/reference/callbacks-add">POST /api/callbacks</SiteLink> and a key that has the{' '}
            <Code>callbacks</Code> operation.
          </li>
          <li>
            A <strong>callback_url</strong> is called for one batch, in addition to the endpoints. Set it, with any key,
            when you <SiteLink href="/docs/reference/batches-make">create the batch</SiteLink>.
          </li>
        </ul>
        <p>An account has one signing secret for all its callbacks, shown once, when you add the first endpoint.</p>
      </Section>

      <Section id="verification" title="Verified addresses">
        <p>
          The first time you use an address, Pinref sends it a <Code>callback.test</Code> event. Respond with a status
          from 200 to 299 to verify the address. Until then, the address gets no other events: each attempt sends a test
          event first. The query string isn’t part of the address, so <Code>?run=17</Code> can differ for each batch.
          Pinref remembers the last {maxAddresses} addresses you used.
        </p>
      </Section>

      <Section id="events" title="Events">
        <FactTable
          caption="Events"
          columns={['Type', 'When']}
          rows={events.map(([type, when]) => ({ key: type, cells: [<Code key="type">{type}</Code>, when] }))}
        />
        <p>
          Each event is a <Code>POST</Code> with a JSON body. The <Code>timestamp</Code> is when the event happened.
          Canceling, pausing, or deleting a batch doesn’t send an event. The OpenAPI document describes the events under{' '}
          <Code>webhooks</Code>.
        </p>
        <div className="mt-5 overflow-hidden rounded-md border border-rule bg-sheet">
          <CodeBlock code={example} html={highlight(example, 'JSON')} name="example event" answerTo="callback" />
        </div>
        <p>
          Batch callbacks contain counts but no results. <SiteLink href="/docs/batches#results">Fetch them</SiteLink>{' '}
          with your key.
        </p>
      </Section>

      <Section id="signature" title="Verify the signature">
        <p>
          Anyone can send a POST to your address, so verify the signature before you use a callback. The signature is an
          HMAC-SHA-256, keyed with the secret, of the id, the timestamp, and the raw body, joined by dots. There are{' '}
          <a href="https://github.com/standard-webhooks/standard-webhooks/tree/main/libraries">libraries</a> for many
          languages. <Code>verifyCallback</Code> in the <SiteLink href="/docs/typescript">npm package</SiteLink> and{' '}
          <Code>verify_callback</Code> in the <SiteLink href="/docs/python">Python client</SiteLink> verify the callback
          and return the event.
        </p>
        <FactTable
          caption="Callback headers"
          columns={['Header', 'Meaning']}
          rows={Object.entries(callbackHeaders).map(([name, meaning]) => ({
            key: name,
            cells: [<Code key="name">{name}</Code>, meaning],
          }))}
        />
        <Samples id="callback" />
      </Section>

      <Section id="tries" title="Responses and retries">
        <ul className="points">
          <li>
            Respond with a status from 200 to 299 within 15 seconds, and do any slow work later. The response body isn’t
            read, and redirects aren’t followed.
          </li>
          <li>
            For any other outcome, Pinref makes up to {maxTries} attempts: {pauseWords()}. Delays include up to 10%
            jitter.
          </li>
          <li>Events can arrive twice or out of order. If that matters, get the batch’s status.</li>
          <li>
            The <SiteLink href="/callbacks">Callbacks page</SiteLink> lists the last 200 deliveries with their attempts,
            status, and time. You can resend any delivery. Tests, resends, and new addresses are limited to{' '}
            {limits.callbacksByHand.max} every 10 minutes.
          </li>
          <li>Events are sent one at a time, so a slow response delays the events after it.</li>
          <li>
            If every attempt fails for a day, the endpoint is turned off and you get an email. A status of 410 turns it
            off immediately. Events are stored; turn the endpoint back on and resend them. A <Code>callback_url</Code>{' '}
            is never turned off: its events are retried for a day, or until it returns 410.
          </li>
        </ul>
      </Section>

      <Section id="secret" title="Rotate the secret">
        <p>
          Choose “New secret” on the <SiteLink href="/callbacks">Callbacks page</SiteLink>, or call{' '}
          <SiteLink href="/docs/reference/callbacks-rotateSecret">POST /api/callbacks/rotate</SiteLink>. For a day,
          callbacks are also signed with the old secret, so you can deploy the new one without losing events. You can
          rotate up to {maxFormer} times a day.
        </p>
      </Section>

      <Section id="addresses" title="Allowed addresses">
        <p>
          An address must begin with <Code>https://</Code> and have a public host name, not an IP address. It can’t
          include a user name or password, and must use port 443 or 8443. Before each attempt, Pinref looks up the host
          name, and calls only public IP addresses.
        </p>
      </Section>
    </Article>
  )
}
