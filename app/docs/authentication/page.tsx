import type { Metadata } from 'next'
import Link from 'next/link'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'

export const metadata: Metadata = { title: 'Authentication' }

/** What secret scanners look for. */
const keyPattern = 'pr_(live|test)_[0-9A-Za-z]{44}'

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
          unknown, revoked or expired, or of a suspended account.
        </p>
      </Section>

      <Section id="keys" title="What a key is">
        <ul className="points">
          <li>
            It begins with <Code>pr_live_</Code>. A double click selects all of it, and secret scanners find it by the
            pattern <Code>{keyPattern}</Code>.
          </li>
          <li>
            You see it once, when it is made. Pinref keeps only a keyed hash of it, and its first characters to name it.
          </li>
          <li>Make one for each place it is used in, so that one can be revoked without the others.</li>
          <li>
            To replace a key, rotate it: the new one has its limits and works at once, the old one goes on for as long
            as you choose, up to 7 days. The <Link href="/keys">keys page</Link> says which replaces which.
          </li>
          <li>Revoking takes effect on the next call.</li>
        </ul>
      </Section>

      <Section id="limits" title="What a key may do">
        <p>
          Besides the plan and the burst of the account, which all its keys share, a key can have limits of its own. You
          set them on the <Link href="/keys">keys page</Link> when you make it, or later under “Limits” in its menu.
          They are checked in this order, in the step that counts the call:
        </p>
        <ul className="points">
          <li>
            Up to 20 addresses or ranges (IPv4 and IPv6) that it works from; from elsewhere the answer is 403{' '}
            <Link href="/docs/errors/address_not_allowed">address_not_allowed</Link>.
          </li>
          <li>
            The operations it may call; another one is 403{' '}
            <Link href="/docs/errors/operation_not_allowed">operation_not_allowed</Link>.
          </li>
          <li>
            Its own calls in ten seconds, and in a month. A month that is used up is 429{' '}
            <Link href="/docs/errors/key_quota_exhausted">key_quota_exhausted</Link>, whose headers tell the key’s
            quota. Where the plan has fewer left, the plan’s quota holds.
          </li>
        </ul>
        <p>
          <Code>GET /api/key</Code> says what the key at hand may do. <Code>GET /api/usage</Code> says where its account
          stands, by operation and by key. Neither counts, and a key can be for the usage alone.
        </p>
      </Section>

      <Section id="test-keys" title="Test keys">
        <p>
          A test key begins with <Code>pr_test_</Code>. It is always answered from the sample listings, never asks
          Google for anything, and does not count against the plan: for tests that run by themselves, and for a first
          call. It is held to a burst of its own, and to its own limits. Its answers say{' '}
          <Code>X-API-Key-Type: test</Code>.
        </p>
      </Section>

      <Section id="account" title="Your account">
        <p>
          You sign in to the dashboard with e-mail and password, through GitHub or Google where this server has them set
          up, or with a passkey. On the <Link href="/account">account page</Link> you can make that safer:
        </p>
        <ul className="points">
          <li>
            <strong className="font-semibold">Two-step verification</strong> asks for a code from an authenticator app
            after your password. Each code works once, and wrong ones are limited to 10 in a quarter of an hour and 30 a
            day. You get ten recovery codes; each signs you in once without the app. Choosing a new password by mail
            does not turn it off.
          </li>
          <li>
            <strong className="font-semibold">Passkeys</strong> sign you in with your fingerprint, your face or your
            screen lock, and take the place of password and code. Adding or removing one takes your password.
          </li>
          <li>
            <strong className="font-semibold">Devices</strong> lists the browsers that are signed in. Signing one out
            takes effect at once, and every browser is then asked for a code at its next sign-in, including those you
            chose not to be asked on.
          </li>
          <li>
            <strong className="font-semibold">Activity</strong> lists what happened to the account: sign-ins, keys made,
            rotated and revoked, and every change of plan, e-mail, password and second factor, with the time, the
            browser and the network it came from. The last thousand events are kept, and can be downloaded.
          </li>
          <li>
            <strong className="font-semibold">Alerts</strong> are mails that you get without asking: when somebody signs
            in with a new device, 7 days and 1 day before a key expires, and at 80% and 100% of your plan’s monthly
            calls. Each can be switched off.
          </li>
        </ul>
        <p>
          Signing in through GitHub or Google asks for no code here: turn on their own two-step verification. None of
          this applies to API keys.
        </p>
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
