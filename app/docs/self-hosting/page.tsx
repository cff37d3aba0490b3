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
          On Debian or macOS with Node 20.19 to 26 (preferably 24), run <Code>npm ci</Code>, then <Code>npm start</Code>{' '}
          to build Pinref and serve it on port 3000. It needs no account, key, or network, and returns sample listings
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
          Traefik and for Caddy in a container. For installation and upgrades, see <Code>docs/operations.md</Code> in
          the repository.
        </p>
        <Samples id="service" isTall />
      </Section>

      <Section id="store" title="Where data is stored">
        <p>
          By default, Pinref stores accounts, keys, and counts in its own Redis server under <Code>.data</Code>, with
          every write in an append-only file. Several machines must share one Redis or Valkey server:
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
          On a single machine, <Code>KEY_PEPPER</Code> and <Code>AUTH_SECRET</Code> are generated and stored in{' '}
          <Code>.data/secrets</Code>. On Vercel or several machines, set both to the same values everywhere:
        </p>
        <Samples id="secret" />
        <p>
          Changing <Code>KEY_PEPPER</Code> invalidates every API key. Changing <Code>AUTH_SECRET</Code> signs everyone
          out and invalidates authenticator apps and recovery codes.
        </p>
        <p>
          Passkeys work only under the host name in <Code>APP_URL</Code>, and browsers don’t create them for IP
          addresses.
        </p>
      </Section>

      <Section id="proxies" title="Behind a proxy">
        <p>
          Let the proxy terminate HTTPS, pass the <Code>Host</Code> header through unchanged, and add the caller’s
          address to <Code>X-Forwarded-For</Code>. Set <Code>TRUSTED_PROXIES</Code> to the number of proxies in front of
          Pinref. With 0, <Code>X-Forwarded-For</Code> is ignored. If the number is too high, callers can spoof their
          address. Set <Code>APP_URL</Code> to the public HTTPS address.
        </p>
        <p>
          On Vercel, <Code>TRUSTED_PROXIES</Code> is ignored.
        </p>
        <Samples id="proxy" isTall />
      </Section>

      <Section id="mail" title="Email">
        <p>
          Pinref sends email for address confirmation, password resets, and{' '}
          <SiteLink href="/docs/authentication#account">alerts</SiteLink>. Without <Code>SMTP_URL</Code>, anything that
          needs email is turned off. On localhost, emails are printed and saved in <Code>.data/mail.jsonl</Code>{' '}
          instead.
        </p>
        <Samples id="mail" />
        <p>
          For sign-in with GitHub or Google, register an OAuth app with the provider, using the callback URL{' '}
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
          or cluster. <Code>restore</Code> can also move data from one store to another. If <Code>KEY_PEPPER</Code> and{' '}
          <Code>AUTH_SECRET</Code> come from the environment, back them up separately.
        </p>
      </Section>

      <Section id="watching" title="Monitoring">
        <p>
          <Code>node dist/pinref-server.js doctor</Code> checks the settings, store, clock, disk, Google key, email,
          Stripe, and proxies, and suggests fixes.
        </p>
        <p>
          Every call is logged as a line of JSON on standard output, without keys, links, names, or addresses. Errors go
          to standard error. For the fields, see <Code>docs/observability.md</Code>.
        </p>
        <p>
          With <Code>OTEL_EXPORTER_OTLP_ENDPOINT</Code>, traces and metrics go to an OpenTelemetry collector.{' '}
          <Code>/api/health</Code> shows that the process is running. <Code>/api/health/ready</Code> shows that the
          store accepts writes, or returns 503 with the cause, such as <Code>read_only</Code> or <Code>full</Code>.
        </p>
      </Section>

      <Section id="vercel" title="On Vercel">
        <p>
          Vercel has no permanent disk, so a store and both secrets are required. A daily cron job, which needs{' '}
          <Code>CRON_SECRET</Code>, sends emails about expiring keys. For a walkthrough, see <Code>docs/vercel.md</Code>{' '}
          in the repository.
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
