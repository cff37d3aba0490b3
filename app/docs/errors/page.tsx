import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { errorHelp } from '@/components/docs/error-help'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { apiErrorCodes, dashboardErrorCodes, type ErrorCode } from '@/server/errors'
import { problems } from '@/server/problem'

export const metadata: Metadata = { title: 'Errors' }

export default function Errors() {
  return (
    <Article path="/docs/errors">
      <Section id="shape" title="One format">
        <p>
          Every error is a problem body as defined in <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>,
          sent as <Code>application/problem+json</Code>. Act on <Code>code</Code>; show <Code>detail</Code> to people.
        </p>
        <Samples id="problem" />
        <ul className="points">
          <li>
            <Code>code</Code> is one of the codes below. Its meaning never changes. <Code>title</Code> and{' '}
            <Code>detail</Code> may be reworded.
          </li>
          <li>
            <Code>type</Code> is the address of the page about that code.
          </li>
          <li>
            <Code>errors</Code> lists what is wrong with an invalid request: a <Code>pointer</Code> to each field and a{' '}
            <Code>detail</Code>.
          </li>
          <li>
            <Code>identifiers</Code> is present if the link names a listing even though the call failed. You can still
            use its <Code>cid</Code>, <Code>hex_cid</Code> and <Code>place_id</Code>.
          </li>
          <li>
            <Code>request_id</Code>, also in the header <Code>X-Request-Id</Code>, identifies the call. Keep it in your
            logs.
          </li>
        </ul>
      </Section>

      <Section id="codes" title="Codes">
        <Codes caption="Error codes of the API" codes={apiErrorCodes} />
        <p>Only Pinref’s own pages get these:</p>
        <Codes caption="Error codes of the dashboard" codes={dashboardErrorCodes} />
      </Section>

      <Section id="recent" title="Recent errors">
        <p>
          <SiteLink href="/usage/errors">Recent errors</SiteLink> lists the last 100 failed calls of your account for
          seven days, by key and code. To open the call of a request id, add it to the address:{' '}
          <Code>/usage/errors?request=…</Code>. A call appears there within a few seconds.
        </p>
        <ul className="points">
          <li>
            It includes every failed or refused call with one of your keys, over REST and MCP: invalid requests, limits,
            links that lead nowhere, and calls with a key that has expired or was revoked in the last seven days.
            Requests of connected apps are included, too.
          </li>
          <li>
            Failed items of <Code>POST /api/batch</Code> are one entry per code, with their number. Lines of batches in
            the background are in the results of the batch.
          </li>
          <li>
            It has no links, names or addresses: where a <Code>detail</Code> repeats what you sent, that part is left
            out.
          </li>
          <li>If more than ten calls a second fail, some are left out.</li>
          <li>Deleting a key or the account removes its errors.</li>
        </ul>
      </Section>

      <Section id="again" title="When to retry">
        <p>
          Retry on 500 and 429, after the number of seconds in the <Code>Retry-After</Code> header: a few after a brief
          failure, or the rest of the minute, day or month when a limit is used up. Wait longer each time the same call
          fails. Do not retry on other codes: the same request would get the same answer. Failed calls do not count.
        </p>
        <Samples id="retry" />
      </Section>
    </Article>
  )
}

const Codes = ({ caption, codes }: { caption: string; codes: readonly ErrorCode[] }) => (
  <FactTable
    caption={caption}
    columns={['Code', 'Status', 'Meaning']}
    rows={codes.map((code) => ({
      key: code,
      cells: [
        <SiteLink key="code" href={`/docs/errors/${code}`} className="font-mono text-[0.8125rem]">
          {code}
        </SiteLink>,
        problems[code].status,
        errorHelp[code].meaning,
      ],
    }))}
  />
)
