import type { Metadata } from 'next'
import Link from 'next/link'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'

export const metadata: Metadata = { title: 'Authentication' }

export default function Authentication() {
  return (
    <Article path="/docs/authentication">
      <Section id="with-a-key" title="With a key">
        <p>
          <Link href="/keys">Make a key</Link> and send it as <Code>X-API-Key</Code>. The quota of your plan counts,
          from whatever address you call.
        </p>
        <Samples id="key" />
        <p>
          A client that only knows bearer tokens sends it as one. Where both headers are there, <Code>X-API-Key</Code>{' '}
          decides.
        </p>
        <Samples id="bearer" />
      </Section>

      <Section id="without-a-key" title="Without a key">
        <p>
          A call without a key is a visitor’s: it counts against the <Link href="/docs/quotas">free quota</Link> of its
          address. A key that is not valid is never treated as no key: the answer is 401{' '}
          <Link href="/docs/errors/invalid_api_key">invalid_api_key</Link>, the same for a key that is malformed,
          unknown, revoked or expired.
        </p>
      </Section>

      <Section id="keys" title="What a key is">
        <ul className="points">
          <li>
            It begins with <Code>pr_live_</Code>. A double click selects all of it, and secret scanners find it.
          </li>
          <li>
            You see it once, when it is made. Pinref keeps only a keyed hash of it, and its first characters to name it.
          </li>
          <li>Make one for each place it is used in, so that one can be revoked without the others.</li>
          <li>
            To replace a key, rotate it: the new one works at once, the old one goes on for as long as you choose, up to{' '}
            7 days.
          </li>
          <li>Revoking takes effect on the next call.</li>
        </ul>
      </Section>

      <Section id="browsers" title="From a browser">
        <p>
          Pages on any site may call the three operations; no cookies are read there. But a key in a page can be read by
          everybody who opens it. Call from your own server, or as a visitor.
        </p>
      </Section>
    </Article>
  )
}
