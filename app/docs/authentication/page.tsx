import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'
import { maxKeys } from '@/server/metering/access/key-store'
import { limits } from '@/server/metering/access/limits'

export const metadata: Metadata = { title: 'Authentication' }

/** The pattern that secret scanners look for. */
const keyPattern = 'pr_(live|test)_[0-9A-Za-z]{44}'

export default function Authentication() {
  return (
    <Article path="/docs/authentication">
      <Section id="with-a-key" title="With a key">
        <p>
          <SiteLink href="/keys">Create a key</SiteLink> and send it as <Code>X-API-Key</Code>. Calls from any address
          count against your plan’s quota.
        </p>
        <Samples id="withKey" />
        <p>
          If your client only supports bearer tokens, send the key as one. If both headers are present,{' '}
          <Code>X-API-Key</Code> takes precedence.
        </p>
        <Samples id="bearer" />
      </Section>

      <Section id="without-a-key" title="Without a key">
        <p>
          A call without a key counts against the <SiteLink href="/docs/quotas">free quota</SiteLink> of its IP address.
          A key that is malformed, unknown, revoked, or expired, or whose account is suspended, returns 401{' '}
          <SiteLink href="/docs/errors/invalid_api_key">invalid_api_key</SiteLink>.
        </p>
      </Section>

      <Section id="keys" title="About keys">
        <ul className="points">
          <li>
            Keys begin with <Code>pr_live_</Code>. Secret scanners can find them with the pattern{' '}
            <Code>{keyPattern}</Code>.
          </li>
          <li>
            A key is shown once, when you create it. Pinref stores only a keyed hash, and a few characters to tell keys
            apart.
          </li>
          <li>Use a separate key for each app, so you can revoke one without affecting the others.</li>
          <li>
            To replace a key, rotate it on the <SiteLink href="/keys">keys page</SiteLink>. The new key has the same
            limits and continues their count. The old key keeps working for as long as you choose, up to 7 days.
          </li>
          <li>Revoking a key takes effect with the next call.</li>
        </ul>
      </Section>

      <Section id="limits" title="What a key can do">
        <p>
          All keys share the account’s plan and burst limit. A key can also have its own limits. Set them on the{' '}
          <SiteLink href="/keys">keys page</SiteLink> when you create the key, or later under “Limits” in the key’s
          menu. Limits are checked in this order:
        </p>
        <ul className="points">
          <li>
            Up to 20 IPv4 or IPv6 addresses or ranges that the key works from. Calls from anywhere else return 403{' '}
            <SiteLink href="/docs/errors/address_not_allowed">address_not_allowed</SiteLink>.
          </li>
          <li>
            The operations that the key can call. Other operations return 403{' '}
            <SiteLink href="/docs/errors/operation_not_allowed">operation_not_allowed</SiteLink>. By default, a key can
            call all operations except <Code>keys</Code>, which manages keys, and <Code>callbacks</Code>, which manages{' '}
            <SiteLink href="/docs/callbacks">callbacks</SiteLink>.
          </li>
          <li>
            Limits per ten seconds and per month. Once the monthly limit is reached, calls return 429{' '}
            <SiteLink href="/docs/errors/key_quota_exhausted">key_quota_exhausted</SiteLink>, and the headers show the
            quota that applies: of the key, the keys that it was created with, and the plan, the one with the fewest
            calls left.
          </li>
        </ul>
        <p>
          <Code>GET /api/key</Code> returns what a key can do. <Code>GET /api/usage</Code> returns the account’s usage
          by operation and key. Neither counts as a call. A key can be limited to reading usage.
        </p>
      </Section>

      <Section id="manage" title="Manage keys with the API">
        <p>
          A key with the “Manage keys” operation can create, change, and delete keys at <Code>/api/keys</Code>, for
          example one for each CI job or customer. To try these calls, use a test key, which can only create test keys.
        </p>
        <Samples id="keys-create" />
        <ul className="points">
          <li>
            Only this response contains the new key. Fields you omit default to those of the calling key, except that
            the new key can’t manage keys.
          </li>
          <li>
            A key can grant only its own permissions: operations, addresses, expiration, monthly and burst limits, and
            test or live mode. Granting more returns 403{' '}
            <SiteLink href="/docs/errors/operation_not_allowed">operation_not_allowed</SiteLink>, and{' '}
            <Code>errors</Code> names the field.
          </li>
          <li>
            A key’s calls also count against the monthly limit of the key that created it, of the key that created that
            one, and so on, up to 5 levels. Deleting a key frees no calls: its calls stay counted, and a deleted key’s
            limit still applies to the keys created with it. <Code>monthly_remaining</Code> is what is left of the
            tightest limit.
          </li>
          <li>
            A key can list all of the account’s keys, but only change and delete keys with no more permissions than its
            own. A key can limit or delete itself, but never extend its permissions.
          </li>
          <li>
            If a response is lost, repeat the call with the same <Code>Idempotency-Key</Code> within 24 hours. The new
            key gets the first key’s id, and the first key stops working. If any call was made with the first key, even{' '}
            <Code>GET /api/key</Code>, the repeated call returns 400 and nothing changes. Without that header, a
            repeated call creates a second key: delete the unused one, whose <Code>last_used</Code> is null.
          </li>
          <li>To replace a key without downtime, create a new key, switch to it, then delete the old key.</li>
          <li>
            If a key that manages keys leaks, delete it and the keys whose <Code>made_by</Code> is its id, which would
            otherwise keep working. “Activity” on the account page shows which key made each change.
          </li>
          <li>
            An account can have {maxKeys} keys and create {limits.keysMade.max} every 24 hours. None of these calls
            counts against your quota.
          </li>
        </ul>
      </Section>

      <Section id="test-keys" title="Test keys">
        <p>
          Test keys begin with <Code>pr_test_</Code>. They always return sample listings and don’t count against your
          plan. Test keys have a separate burst limit plus any limits you set. Responses include the header{' '}
          <Code>X-API-Key-Type: test</Code>.
        </p>
      </Section>

      <Section id="account" title="Your account">
        <p>
          Sign in with a password, a passkey, or, if the sign-in page offers them, GitHub or Google. Protect your
          account on the <SiteLink href="/account">account page</SiteLink>:
        </p>
        <ul className="points">
          <li>
            <strong className="font-semibold">Two-step verification</strong> asks for a code from an authenticator app
            after your password. Each code works once, and you can enter 10 wrong codes every 15 minutes and 30 a day.
            You also get ten recovery codes, each of which signs you in once without the app. Resetting your password
            doesn’t turn it off.
          </li>
          <li>
            <strong className="font-semibold">Passkeys</strong> sign you in with your fingerprint, face, or screen lock
            instead of a password and code. Adding or removing a passkey requires your password.
          </li>
          <li>
            <strong className="font-semibold">Devices</strong> lists the browsers that are signed in. Signing one out
            takes effect immediately, and all browsers, even trusted ones, then need a code at their next sign-in.
          </li>
          <li>
            <strong className="font-semibold">Activity</strong> lists sign-ins, every key created, rotated, or revoked,
            and every change to your plan, email, password, or second factor, with the time, browser, and network. You
            can download the last 1,000 events.
          </li>
          <li>
            <strong className="font-semibold">Alerts</strong> email you when someone signs in from a new device, 7 days
            and 1 day before a key expires, at 80% and 100% of your plan’s monthly calls or of a key’s own limit, and
            when <SiteLink href="/docs/callbacks">callbacks</SiteLink> are turned off. You can turn off each alert.
          </li>
        </ul>
        <p>
          If you sign in with GitHub or Google, turn on two-step verification there; Pinref doesn’t ask for a code.
          These settings don’t apply to API keys.
        </p>
      </Section>

      <Section id="browsers" title="From a browser">
        <p>
          Pages on any site can call the API; cookies are ignored. But anyone who opens a page can read a key in it, so
          call Pinref from your own server, or omit the key.
        </p>
      </Section>
    </Article>
  )
}
