import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'
import { maxKeys } from '@/server/access/key-store'
import { limits } from '@/server/access/limits'

export const metadata: Metadata = { title: 'Authentication' }

/** The pattern that secret scanners look for. */
const keyPattern = 'pr_(live|test)_[0-9A-Za-z]{44}'

export default function Authentication() {
  return (
    <Article path="/docs/authentication">
      <Section id="with-a-key" title="With a key">
        <p>
          <SiteLink href="/keys">Create a key</SiteLink> and send it as <Code>X-API-Key</Code>. Calls count against your
          plan’s quota, whatever address they come from.
        </p>
        <Samples id="withKey" />
        <p>
          If your client only supports bearer tokens, send the key as one. If both headers are present,{' '}
          <Code>X-API-Key</Code> wins.{' '}
        </p>
        <Samples id="bearer" />
      </Section>

      <Section id="without-a-key" title="Without a key">
        <p>
          A call without a key counts as a visitor’s, against the <SiteLink href="/docs/quotas">free quota</SiteLink> of
          its address. An invalid key is never treated as no key: the answer is 401{' '}
          <SiteLink href="/docs/errors/invalid_api_key">invalid_api_key</SiteLink>, whether the key is malformed,
          unknown, revoked or expired, or its account is suspended.
        </p>
      </Section>

      <Section id="keys" title="What a key is">
        <ul className="points">
          <li>
            It begins with <Code>pr_live_</Code>. A double click selects all of it, and secret scanners can find it by
            the pattern <Code>{keyPattern}</Code>.
          </li>
          <li>
            You see it once, when you create it. Pinref stores only a keyed hash and the first characters, to tell keys
            apart.
          </li>
          <li>Create one for each place you use it, so you can revoke one without touching the others.</li>
          <li>
            To replace a key, rotate it: the new one has the same limits and works at once; the old one keeps working
            for as long as you choose, up to 7 days. The <SiteLink href="/keys">keys page</SiteLink> shows which
            replaces which.
          </li>
          <li>Revoking takes effect with the next call.</li>
        </ul>
      </Section>

      <Section id="limits" title="What a key can do">
        <p>
          All keys share the account’s plan and burst limit. A key can also have its own limits. Set them on the{' '}
          <SiteLink href="/keys">keys page</SiteLink> when you create the key, or later under “Limits” in its menu. They
          are checked in this order when the call is counted:
        </p>
        <ul className="points">
          <li>
            Up to 20 addresses or ranges (IPv4 and IPv6) that it works from. From anywhere else the answer is 403{' '}
            <SiteLink href="/docs/errors/address_not_allowed">address_not_allowed</SiteLink>.
          </li>
          <li>
            The operations it may call. Any other is 403{' '}
            <SiteLink href="/docs/errors/operation_not_allowed">operation_not_allowed</SiteLink>. A key without limits
            may call all of them but <Code>callbacks</Code>, which manages{' '}
            <SiteLink href="/docs/callbacks">callbacks</SiteLink>: choose it for the keys that need it.
          </li>
          <li>
            Its own limits per ten seconds and per month. Once the month is used up, the answer is 429{' '}
            <SiteLink href="/docs/errors/key_quota_exhausted">key_quota_exhausted</SiteLink>, and its headers show the
            key’s quota. If the plan has fewer calls left, the plan’s quota applies.
          </li>
        </ul>
        <p>
          <Code>GET /api/key</Code> tells you what a key can do. <Code>GET /api/usage</Code> shows the account’s usage
          by operation and by key. Neither counts as a call, and a key can be limited to reading usage.
        </p>
      </Section>

      <Section id="manage" title="Manage keys from a program">
        <p>
          A key with the operation “Manage keys” can create, change and delete keys at <Code>/api/keys</Code>, so that
          CI or your own sign-up can make a key for each job or customer. No key has this operation unless you choose it
          under “Limits”. To try it out, use a test key, which can only make test keys.
        </p>
        <Samples id="keys-create" />
        <ul className="points">
          <li>
            The response is the only one that contains the new key. What you omit is as for the key that calls, except
            that the new key can’t manage keys.
          </li>
          <li>
            A key can grant only what it has: operations, addresses, expiry, monthly and burst limit, and test or live.
            More is 403 <SiteLink href="/docs/errors/operation_not_allowed">operation_not_allowed</SiteLink>, and{' '}
            <Code>errors</Code> names the field. To hand out lookups, it needs the lookups itself. These limits hold for
            each key; all keys together are limited by your plan.
          </li>
          <li>
            It lists all keys of the account, but changes and deletes only those that may do no more than itself. It can
            limit or delete itself, and never extend itself.
          </li>
          <li>
            If a response is lost, repeat the call with the same <Code>Idempotency-Key</Code>: within 24 hours the new
            key takes the place and the id of the first one, which stops working. If the first one has been used, the
            call is 400 and nothing changes. Without that header, a repeated call makes a second key; find it by{' '}
            <Code>last_used</Code> null, and delete it.
          </li>
          <li>To replace a key without a gap, create the next one, put it to use, and delete the old one.</li>
          <li>
            If a key that manages keys leaks, delete it and the keys whose <Code>made_by</Code> is its id: they keep
            working otherwise. The activity on the account page names the key of each change.
          </li>
          <li>
            An account can have {maxKeys} keys and make {limits.keysMade.max} in 24 hours. None of these calls counts
            against your quota.
          </li>
        </ul>
      </Section>

      <Section id="test-keys" title="Test keys">
        <p>
          A test key begins with <Code>pr_test_</Code>. It always answers from sample listings and does not count
          against your plan, so use it for automated tests and for trying things out. It has its own burst limit, and
          any limits you set. Its answers have the header <Code>X-API-Key-Type: test</Code>.
        </p>
      </Section>

      <Section id="account" title="Your account">
        <p>
          Sign in to the dashboard with email and password, with a passkey, or with GitHub or Google if the sign-in page
          offers them. To protect your account, use the <SiteLink href="/account">account page</SiteLink>:
        </p>
        <ul className="points">
          <li>
            <strong className="font-semibold">Two-step verification</strong> asks for a code from an authenticator app
            after your password. Each code works once, and you can enter 10 wrong codes in 15 minutes and 30 a day. You
            get ten recovery codes; each signs you in once without the app. Resetting your password does not turn it
            off.
          </li>
          <li>
            <strong className="font-semibold">Passkeys</strong> sign you in with your fingerprint, face or screen lock,
            in place of password and code. Adding or removing one requires your password.
          </li>
          <li>
            <strong className="font-semibold">Devices</strong> lists the browsers that are signed in. Signing one out
            takes effect at once. Every browser then needs a code at its next sign-in, even those you chose to trust.
          </li>
          <li>
            <strong className="font-semibold">Activity</strong> lists what happened on the account: sign-ins, keys
            created, rotated and revoked, and every change of plan, email, password and second factor, with the time,
            browser and network. The last 1,000 events are kept, and you can download them.
          </li>
          <li>
            <strong className="font-semibold">Alerts</strong> are mails you get when someone signs in with a new device,
            7 days and 1 day before a key expires, at 80% and 100% of your plan’s monthly calls or of a key’s own limit,
            and when <SiteLink href="/docs/callbacks">callbacks</SiteLink> are switched off. You can turn each one off.
          </li>
        </ul>
        <p>
          If you sign in with GitHub or Google, there is no code here: turn on two-step verification there. None of this
          applies to API keys.
        </p>
      </Section>

      <Section id="browsers" title="From a browser">
        <p>
          Pages on any site may call the three operations; cookies are ignored. But anyone who opens a page can read a
          key in it. Call from your own server, or without a key.
        </p>
      </Section>
    </Article>
  )
}
