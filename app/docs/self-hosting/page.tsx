import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { InlineMarkdown } from '@/components/docs/markdown'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { settingGroups } from '@/components/docs/settings'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Self-hosting' }

export default function SelfHosting() {
  return (
    <Article path="/docs/self-hosting">
      <Section id="start" title="Start it">
        <p>
          On Debian or macOS with Node 20.19 to 26, run <Code>npm ci</Code>, then <Code>npm start</Code>. This command
          builds Pinref and serves it on port 3000. Pinref needs no account, key, or network: it returns sample listings
          until you set a <SiteLink href="/docs/google">Google key</SiteLink>.
        </p>
        <p>
          Configure Pinref with environment variables, for example in <Code>.env</Code>. If a value is invalid, Pinref
          lists every problem and doesn’t start. <Code>npm run serve</Code> restarts it without rebuilding:
        </p>
        <Samples id="serve" />
        <p>Pinref is ready for calls once this request returns 200:</p>
        <Samples id="ready" />
        <p>
          To run Pinref as a service, use one of these files from <Code>docs/samples</Code>, which also has files for
          Traefik and for Caddy in a container. Put the settings in <Code>.env</Code>. To install and upgrade, see{' '}
          <Code>docs/operations.md</Code> in the repository.
        </p>
        <Samples id="service" isTall />
      </Section>

      <Section id="store" title="Where data is stored">
        <p>
          Accounts, keys, and counts are stored in Redis. By default, Pinref starts its own Redis server under{' '}
          <Code>.data</Code>, with every write in an append-only file. Processes on the same machine share this server.
          If you use several machines, they must share one Redis or Valkey server:
        </p>
        <Samples id="redis" />
        <p>Or use Upstash, which works over HTTPS and suits Vercel:</p>
        <Samples id="upstash" />
        <p>
          Your own Redis server must not evict data: set <Code>maxmemory-policy</Code> to <Code>noeviction</Code>. If
          the store doesn’t respond, metered calls return 500{' '}
          <SiteLink href="/docs/errors/store_unavailable">store_unavailable</SiteLink>; quotas are never waived.
        </p>
      </Section>

      <Section id="secrets" title="Secrets">
        <p>
          <Code>KEY_PEPPER</Code> protects API keys, and <Code>AUTH_SECRET</Code> protects sessions and two-step
          verification. On a single machine, both are generated and stored in <Code>.data/secrets</Code>. On Vercel or
          several machines, set both secrets to the same values everywhere:
        </p>
        <Samples id="secret" />
        <p>
          Changing <Code>KEY_PEPPER</Code> makes every API key invalid. Changing <Code>AUTH_SECRET</Code> signs everyone
          out and invalidates authenticator apps and recovery codes, which are encrypted with it.
        </p>
        <p>
          Passkeys are tied to the host name in <Code>APP_URL</Code>: they don’t work under another name, and browsers
          don’t create them for IP addresses.
        </p>
      </Section>

      <Section id="proxies" title="Behind a proxy">
        <p>
          Let the proxy terminate HTTPS, pass the <Code>Host</Code> header through unchanged, and add the caller’s
          address to <Code>X-Forwarded-For</Code>. Set <Code>TRUSTED_PROXIES</Code> to the number of proxies in front of
          Pinref. With 0, <Code>X-Forwarded-For</Code> is ignored. If the number is too high, callers can spoof their
          address to get around the free quota. Set <Code>APP_URL</Code> to the public HTTPS address, so that browsers
          use only HTTPS.
        </p>
        <p>
          On Vercel, the platform provides the caller’s address, and <Code>TRUSTED_PROXIES</Code> is ignored.
        </p>
        <Samples id="proxy" isTall />
      </Section>

      <Section id="mail" title="Email">
        <p>
          Pinref sends email to confirm addresses, reset passwords, and warn when most calls are used, a key is about to
          expire, or a new device signs in. Without <Code>SMTP_URL</Code>, anything that needs email is turned off. On
          localhost, emails are printed and saved in <Code>.data/mail.jsonl</Code> instead.
        </p>
        <Samples id="mail" />
        <p>
          For sign-in with GitHub or Google, register an OAuth app with the provider, with the callback URL{' '}
          <Code>{'{APP_URL}/api/auth/callback/github'}</Code> or <Code>{'{APP_URL}/api/auth/callback/google'}</Code>,
          and set the client id and secret.
        </p>
      </Section>

      <Section id="backups" title="Backups">
        <p>
          With the embedded Redis, all data is in <Code>.data</Code>, including the secrets, so keep the archive safe.
          Stop Pinref, then run:
        </p>
        <Samples id="backUp" />
        <p>To restore it on this or another machine, run this before you start Pinref:</p>
        <Samples id="restore" />
        <p>
          <Code>node dist/pinref-server.js backup</Code> works while Pinref is running, and with your own Redis server
          or cluster. With <Code>restore</Code>, you can also move data from one store to another. If{' '}
          <Code>KEY_PEPPER</Code> and <Code>AUTH_SECRET</Code> come from the environment, back them up separately:
          without the pepper, no key in the backup works.
        </p>
      </Section>

      <Section id="watching" title="Monitoring">
        <p>
          <Code>node dist/pinref-server.js doctor</Code> checks the settings, store, clock, disk, Google key, email,
          Stripe, and proxies. It prints a line for each check and suggests fixes.
        </p>
        <p>
          Every call is logged as a line of JSON on standard output: the request id, the operation, the outcome, the
          total time, and the time spent on the store and on Google. The log contains no keys, links, names, or
          addresses. Errors go to standard error. <Code>LOG_LEVEL</Code> sets how much is logged.
        </p>
        <p>
          With <Code>OTEL_EXPORTER_OTLP_ENDPOINT</Code>, traces and metrics go to an OpenTelemetry collector.{' '}
          <Code>/api/health</Code> shows that the process is running. <Code>/api/health/ready</Code> shows that the
          store accepts writes, or returns 503 with the cause, such as <Code>read_only</Code> or <Code>full</Code>.
        </p>
      </Section>

      <Section id="vercel" title="On Vercel">
        <p>
          Vercel has no permanent disk, so a store and both secrets are required. A build without these settings fails
          and lists the missing ones. The Upstash integration sets <Code>KV_REST_API_URL</Code> and{' '}
          <Code>KV_REST_API_TOKEN</Code>, which work like Upstash’s own variables. Previews use their branch’s address,
          and sign-in works there too. For a walkthrough, see <Code>docs/vercel.md</Code> in the repository.
        </p>
        <p>
          Work that outlasts a call, such as an email or a refund, finishes before the platform freezes the function.
          Pages are rendered for each request, because the Content-Security-Policy has a new nonce for each response. A
          daily cron job, which needs <Code>CRON_SECRET</Code>, sends emails about expiring keys.
        </p>
      </Section>

      <Section id="settings" title="All settings">
        {settingGroups().map(({ title, settings }) => (
          <div key={title} className="mt-8">
            <h3 className="font-medium">{title}</h3>
            <FactTable
              caption={`Settings: ${title}`}
              columns={['Variable', 'Default', 'Meaning']}
              rows={settings.map(({ name, meaning, preset, more }) => ({
                key: name,
                cells: [
                  <Code key="name">{name}</Code>,
                  preset === '' ? 'none' : <Code key="preset">{preset}</Code>,
                  <InlineMarkdown key="meaning" text={more ? `${meaning} See \`docs/${more}\`.` : meaning} />,
                ],
              }))}
            />
          </div>
        ))}
      </Section>
    </Article>
  )
}
