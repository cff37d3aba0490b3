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
          On Debian or macOS with Node 20.19 to 26: <Code>npm ci</Code>, then <Code>npm start</Code>. This builds Pinref
          and serves it on port 3000. It needs no account, key or network: it answers from sample listings until you
          give it a <SiteLink href="/docs/google">Google key</SiteLink>.
        </p>
        <p>
          Configure everything with environment variables, which can go in <Code>.env</Code>. If a value is wrong,
          Pinref does not start, and lists every problem. <Code>npm run serve</Code> starts it again without building:
        </p>
        <Samples id="serve" />
        <p>It is ready for calls once this answers 200:</p>
        <Samples id="ready" />
        <p>
          As a service, with its settings in <Code>.env</Code>. The folder <Code>docs/samples</Code> has these files,
          and others for Traefik and for Caddy in a container; <Code>docs/operations.md</Code> in the repository says
          how to install and upgrade:
        </p>
        <Samples id="service" isTall />
      </Section>

      <Section id="store" title="Where data is stored">
        <p>
          Accounts, keys and counts live in one Redis. By default, Pinref starts its own under <Code>.data</Code>, with
          every write in an append-only file; several processes on one machine share it. On several machines, give them
          all the same Redis or Valkey:
        </p>
        <Samples id="redis" />
        <p>Or use Upstash, which works over https and suits Vercel:</p>
        <Samples id="upstash" />
        <p>
          Your own Redis must not evict data: set <Code>maxmemory-policy</Code> to <Code>noeviction</Code>. While the
          store does not respond, metered calls get a 500 with the code{' '}
          <SiteLink href="/docs/errors/store_unavailable">store_unavailable</SiteLink>; quotas are never waived.
        </p>
      </Section>

      <Section id="secrets" title="Secrets">
        <p>
          <Code>KEY_PEPPER</Code> protects API keys, and <Code>AUTH_SECRET</Code> protects sessions and two-step
          verification. On one machine they are generated and kept in <Code>.data/secrets</Code>. On Vercel or several
          machines, set both, to the same values everywhere:
        </p>
        <Samples id="secret" />
        <p>
          Changing <Code>KEY_PEPPER</Code> makes every API key invalid. Changing <Code>AUTH_SECRET</Code> signs everyone
          out, and breaks their authenticator apps and recovery codes, whose secrets are encrypted with it.
        </p>
        <p>
          Passkeys belong to the host name in <Code>APP_URL</Code>: they do not work under another name, and browsers do
          not create them for IP addresses.
        </p>
      </Section>

      <Section id="proxies" title="Behind a proxy">
        <p>
          Let the proxy terminate https, pass the <Code>Host</Code> header on unchanged, and add the caller’s address to{' '}
          <Code>X-Forwarded-For</Code>. Set <Code>TRUSTED_PROXIES</Code> to the number of proxies in front. With 0, the
          header is ignored. If the number is too high, callers can fake their address, and with it their free quota.
          Set <Code>APP_URL</Code> to the public https address: browsers are then told to use only https.
        </p>
        <p>
          On Vercel, the platform provides the caller’s address; <Code>TRUSTED_PROXIES</Code> is not used there.
        </p>
        <Samples id="proxy" isTall />
      </Section>

      <Section id="mail" title="Mail">
        <p>
          Mail confirms addresses, resets forgotten passwords, and alerts people when most of their calls are used, a
          key is about to expire or a new device signs in. Without <Code>SMTP_URL</Code>, anything that needs mail is
          turned off; on localhost, mails are printed and kept in <Code>.data/mail.jsonl</Code> instead.
        </p>
        <Samples id="mail" />
        <p>
          For sign-in with GitHub or Google, register an OAuth app there with the callback address{' '}
          <Code>{'{APP_URL}/api/auth/callback/github'}</Code> or <Code>{'{APP_URL}/api/auth/callback/google'}</Code>,
          and set the client id and secret.
        </p>
      </Section>

      <Section id="backups" title="Backups">
        <p>
          With the embedded Redis, everything is in <Code>.data</Code>, including the secrets, so keep the archive safe.
          Stop Pinref, then:
        </p>
        <Samples id="backUp" />
        <p>To restore, on this machine or another, before you start Pinref:</p>
        <Samples id="restore" />
        <p>
          <Code>node dist/pinref-server.js backup</Code> makes a backup while Pinref runs, and of a Redis or cluster of
          your own; with <Code>restore</Code> it also moves the data from one store to another. If{' '}
          <Code>KEY_PEPPER</Code> and <Code>AUTH_SECRET</Code> come from the environment, keep them elsewhere: without
          the pepper, no key in the backup works.
        </p>
      </Section>

      <Section id="watching" title="Monitoring">
        <p>
          <Code>node dist/pinref-server.js doctor</Code> checks the settings, the store, the clock, the disk, the Google
          key, mail, Stripe and proxies. It prints a line for each, with what to do.
        </p>
        <p>
          Every call is a line of JSON on standard output: the operation, the outcome, how long it took, and how much of
          that was the store or Google. It has no keys, links, names or addresses, but it has the request id, which the
          caller has too. Errors go to standard error. <Code>LOG_LEVEL</Code> sets how much is logged.
        </p>
        <p>
          With <Code>OTEL_EXPORTER_OTLP_ENDPOINT</Code> traces and metrics go to an OpenTelemetry collector.{' '}
          <Code>/api/health</Code> shows that the process is running, <Code>/api/health/ready</Code> that the store
          takes writes. If not, it answers 503 with the cause, such as <Code>read_only</Code> or <Code>full</Code>.
        </p>
      </Section>

      <Section id="vercel" title="On Vercel">
        <p>
          The same code runs there in route files. Nothing can be kept on disk, so you must set a store and both
          secrets; a build without them fails and lists what is missing. The Upstash integration sets{' '}
          <Code>KV_REST_API_URL</Code> and <Code>KV_REST_API_TOKEN</Code>, which work like Upstash’s own variables.
          Previews use the address of their branch, and people can sign in there too. See <Code>docs/vercel.md</Code> in
          the repository for a walkthrough.
        </p>
        <p>
          Work that outlasts a call, such as a mail or a refund, is handed to the platform, which freezes the function
          only after it is done. Pages are rendered for each request, because the Content-Security-Policy gives each
          answer its own nonce.
        </p>
        <p>
          Mails about expiring keys are sent once a day by a cron job, which needs <Code>CRON_SECRET</Code>.
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
