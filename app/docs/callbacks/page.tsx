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
import { maxTries, pauseWords } from '@/server/callbacks/delivery'

export const metadata: Metadata = { title: 'Callbacks' }

const events: Array<[type: string, when: ReactNode]> = [
  ['batch.finished', 'Every line of a batch is answered.'],
  ['batch.failed', 'A batch was ended by a defect of ours.'],
  [
    'batch.waiting',
    <>
      A batch waits for your quota or for Google, and goes on by itself: <Code>data.batch.reason</Code> says what for.
      Where it is known, <Code>data.until</Code> says when.
    </>,
  ],
  ['callback.test', 'You sent a test event from the account page.'],
]

const headers: Array<[name: string, meaning: string]> = [
  ['webhook-id', 'Names the event. It is the same at every try, so that you can tell if it comes twice.'],
  ['webhook-timestamp', 'When this try was made, in epoch seconds. Refuse calls that are more than five minutes off.'],
  ['webhook-signature', 'One signature, or two while a former secret still signs, separated by a space.'],
]

export default function Callbacks() {
  const example = callbackExample()
  return (
    <Article path="/docs/callbacks">
      <p>
        Instead of asking where a <SiteLink href="/docs/batches">batch</SiteLink> stands, have Pinref tell your server.
        Set the address under “Callbacks” on the <SiteLink href="/account">account page</SiteLink>, copy the secret that
        is shown once, and send a test event. Callbacks follow{' '}
        <a href="https://www.standardwebhooks.com">Standard Webhooks</a>.
      </p>

      <Section id="events" title="Events">
        <FactTable
          caption="Events"
          columns={['Type', 'When']}
          rows={events.map(([type, when]) => ({ key: type, cells: [<Code key="type">{type}</Code>, when] }))}
        />
        <p>
          Each is a <Code>POST</Code> with a JSON body. Its <Code>timestamp</Code> is when it happened. Canceling,
          pausing or deleting a batch sends nothing.
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
          languages; without one it takes a few lines.
        </p>
        <FactTable
          caption="Headers of a callback"
          columns={['Header', 'Meaning']}
          rows={headers.map(([name, meaning]) => ({ key: name, cells: [<Code key="name">{name}</Code>, meaning] }))}
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
            The account page lists the last 200 events with every try, its status and time. You can send any of them
            again: up to {limits.callbacksByHand.max} in ten minutes, test events included.
          </li>
          <li>One event is sent at a time, so the others wait while your server takes long to answer one.</li>
          <li>
            If every try has failed for a day, callbacks are switched off, and you get a mail. A status of 410 switches
            them off at once. What happens meanwhile is kept: switch callbacks on again, and send it by hand.
          </li>
        </ul>
      </Section>

      <Section id="secret" title="Change the secret">
        <p>
          “New secret” on the account page makes another one. For a day, callbacks are signed with both, so that you can
          put the new one in place without losing any. A changed address keeps its secret; a removed endpoint loses it.
        </p>
      </Section>

      <Section id="addresses" title="Which addresses">
        <p>
          The address begins with <Code>https://</Code> and has a public host name: no IP address, no name and password,
          no name that only a network of its own knows. Before each try the name is looked up, and only public IP
          addresses are called.
        </p>
      </Section>
    </Article>
  )
}
