import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { errorHelp } from '@/components/docs/error-help'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { apiErrorCodes, dashboardErrorCodes, type ErrorCode } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'

export const metadata: Metadata = { title: 'Errors' }

export default function Errors() {
  return (
    <Article path="/docs/errors">
      <Section id="shape" title="One format">
        <p>
          Errors are problem details as defined in <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>, sent
          as <Code>application/problem+json</Code>. Act on <Code>code</Code>, and show <Code>detail</Code> to users.
        </p>
        <Samples id="problem" />
        <ul className="points">
          <li>
            <Code>code</Code> is one of the codes below. Its meaning never changes, but <Code>title</Code> and{' '}
            <Code>detail</Code> may be reworded.
          </li>
          <li>
            <Code>type</Code> is the URL of the error code’s page.
          </li>
          <li>
            <Code>errors</Code> lists what’s wrong with an invalid request: a <Code>pointer</Code> to each field, and a{' '}
            <Code>detail</Code>.
          </li>
          <li>
            <Code>identifiers</Code> is present if the call failed but the link points to a listing. You can still use
            its <Code>cid</Code>, <Code>hex_cid</Code>, and <Code>place_id</Code>.
          </li>
          <li>
            <Code>request_id</Code>, also in the <Code>X-Request-Id</Code> header, identifies the call. Log it.
          </li>
        </ul>
      </Section>

      <Section id="codes" title="Codes">
        <Codes caption="API error codes" codes={apiErrorCodes} />
        <p>These codes are only returned to Pinref’s own pages:</p>
        <Codes caption="Dashboard error codes" codes={dashboardErrorCodes} />
      </Section>

      <Section id="recent" title="Recent errors">
        <p>
          <SiteLink href="/usage/errors">Recent errors</SiteLink> lists your account’s last 100 failed calls from the
          past seven days. To find a call by its request id, open <Code>/usage/errors?request=…</Code>. Calls appear
          within a few seconds.
        </p>
        <ul className="points">
          <li>
            The list includes every failed or rejected REST or MCP call made with one of your keys or by a connected
            app, even with a key that expired or was revoked in the last seven days.
          </li>
          <li>
            Failed items from <Code>POST /api/batch</Code> are grouped into one entry per code, with a count. Failed
            lines of a background batch are in its results.
          </li>
          <li>
            The list contains no links, names, or addresses. If a <Code>detail</Code> repeats what you sent, that part
            is removed.
          </li>
          <li>If more than ten calls a second fail, some calls are omitted.</li>
          <li>Deleting a key or the account deletes its errors.</li>
        </ul>
      </Section>

      <Section id="again" title="When to retry">
        <p>
          Retry on 500 and 429, after the number of seconds in the <Code>Retry-After</Code> header. Waits of over an
          hour, such as for next month’s quota, are only in <Code>retry_after</Code> in the body. Wait longer each time
          the same call fails. Don’t retry on other statuses: the response would be the same. Failed calls don’t count.
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
