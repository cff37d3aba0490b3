import type { Metadata } from 'next'
import Link from 'next/link'
import { Article } from '@/components/docs/article'
import { FactTable } from '@/components/docs/fact-table'
import { InlineMarkdown } from '@/components/docs/markdown'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { settingGroups } from '@/components/docs/settings'

export const metadata: Metadata = { title: 'Self-hosting' }

export default function SelfHosting() {
  return (
    <Article path="/docs/self-hosting">
      <Section id="start" title="Start it">
        <p>
          On Debian or macOS with Node 20.19 to 26: <Code>npm ci</Code>, then <Code>npm start</Code>. It builds, and
          serves on port 3000. No account, no key, no network: it answers from sample listings until you give it a{' '}
          <Link href="/docs/google">Google key</Link>.
        </p>
        <p>
          Everything is set by environment variables, which can stand in <Code>.env</Code>. A wrong value stops the
          start with every fault named. <Code>npm run serve</Code> starts again without building:
        </p>
        <Samples id="serve" />
        <p>Once it answers this with 200, calls can be served:</p>
        <Samples id="ready" />
      </Section>

      <Section id="store" title="Where things are kept">
        <p>
          Accounts, keys and counts live in one Redis. Without any setting Pinref starts one of its own under{' '}
          <Code>.data</Code>, where every write is in an append-only file; several processes on one machine share it. On
          several machines give all of them the same Redis or Valkey:
        </p>
        <Samples id="redis" />
        <p>Or Upstash, which is reached over https and fits Vercel:</p>
        <Samples id="upstash" />
        <p>
          A Redis of your own must not evict: set <Code>maxmemory-policy</Code> to <Code>noeviction</Code>. While the
          store does not answer, metered calls get a 500 with the code{' '}
          <Link href="/docs/errors/store_unavailable">store_unavailable</Link>; quotas are never waived.
        </p>
      </Section>

      <Section id="secrets" title="Secrets">
        <p>
          <Code>KEY_PEPPER</Code> stands behind API keys, <Code>AUTH_SECRET</Code> behind sessions and two-step
          verification. On one machine they are made and kept in <Code>.data/secrets</Code>. On Vercel, and on several
          machines, set both, the same everywhere:
        </p>
        <Samples id="secret" />
        <p>
          Another <Code>KEY_PEPPER</Code> makes every API key invalid; another <Code>AUTH_SECRET</Code> signs everybody
          out, and nobody’s authenticator app or recovery codes work any more, since their secrets are encrypted with
          it.
        </p>
        <p>
          Passkeys belong to the host name in <Code>APP_URL</Code>: under another name they do not work, and for an IP
          address browsers make none.
        </p>
      </Section>

      <Section id="proxies" title="Behind a proxy">
        <p>
          Let a proxy end https, pass the <Code>Host</Code> header on as it came, and add the caller’s address to{' '}
          <Code>X-Forwarded-For</Code>. Set <Code>TRUSTED_PROXIES</Code> to how many such proxies stand in front: with 0
          the header is not believed at all, and with a number too high callers can choose their own address, and with
          it their free quota. Set <Code>APP_URL</Code> to the public https address: browsers are then told to keep to
          https.
        </p>
        <p>
          On Vercel the platform says who calls; <Code>TRUSTED_PROXIES</Code> is not read there.
        </p>
      </Section>

      <Section id="mail" title="Mail">
        <p>
          Mail confirms addresses, replaces forgotten passwords, and tells people when most of their calls are used, a
          key expires or a new device signs in. Without <Code>SMTP_URL</Code> nothing is offered that needs it; on
          localhost mails are printed and kept in <Code>.data/mail.jsonl</Code> instead.
        </p>
        <Samples id="mail" />
        <p>
          For sign-in with GitHub or Google register an OAuth app there with the callback address{' '}
          <Code>{'{APP_URL}/api/auth/callback/github'}</Code> or <Code>{'{APP_URL}/api/auth/callback/google'}</Code>,
          and set the client’s id and secret.
        </p>
      </Section>

      <Section id="backups" title="Backups">
        <p>
          With the embedded Redis everything is in <Code>.data</Code>, the secrets too: keep the archive as safe as
          them. Stop Pinref, then:
        </p>
        <Samples id="backUp" />
        <p>To restore, on this machine or another, before it is started:</p>
        <Samples id="restore" />
        <p>
          With a Redis of your own back that up by its own means, and keep <Code>KEY_PEPPER</Code> and{' '}
          <Code>AUTH_SECRET</Code> elsewhere: without the pepper no key in the backup works.
        </p>
      </Section>

      <Section id="watching" title="Watching it">
        <p>
          Every call is a line of JSON on standard output: what was asked, how it was answered, how long it took and how
          much of that was the store or Google. Keys, links, names and addresses are not in it; the request id is, and
          the caller has it too. Faults are lines on standard error. <Code>LOG_LEVEL</Code> says how much is written.
        </p>
        <p>
          With <Code>OTEL_EXPORTER_OTLP_ENDPOINT</Code> traces and metrics go to an OpenTelemetry collector.{' '}
          <Code>/api/health</Code> says that the process runs, <Code>/api/health/ready</Code> that the store answers.
        </p>
      </Section>

      <Section id="vercel" title="On Vercel">
        <p>
          The same code runs in route files. Nothing can be kept on disk there, so a store and both secrets must be set;
          a build without them fails and names what is missing. The integration of Upstash sets{' '}
          <Code>KV_REST_API_URL</Code> and <Code>KV_REST_API_TOKEN</Code>, which are read like Upstash’s own variables.
          Previews are at the address of their branch, and people sign in there too. <Code>docs/vercel.md</Code> in the
          repository leads through it.
        </p>
        <p>
          What a call leaves behind, such as a mail or a refund, is handed to the platform, which freezes the function
          only after it. Pages are drawn for each request, because the Content-Security-Policy gives each answer a nonce
          of its own.
        </p>
        <p>
          Mails about keys that expire are sent once a day by a cron job, which needs <Code>CRON_SECRET</Code>.
        </p>
      </Section>

      <Section id="settings" title="Every setting">
        {settingGroups().map(({ title, settings }) => (
          <div key={title} className="mt-8">
            <h3 className="font-medium">{title}</h3>
            <FactTable
              caption={`Settings: ${title}`}
              columns={['Variable', 'Default', 'Meaning']}
              rows={settings.map(({ name, meaning, preset }) => ({
                key: name,
                cells: [
                  <Code key="name">{name}</Code>,
                  preset === '' ? 'none' : <Code key="preset">{preset}</Code>,
                  <InlineMarkdown key="meaning" text={meaning} />,
                ],
              }))}
            />
          </div>
        ))}
      </Section>
    </Article>
  )
}
