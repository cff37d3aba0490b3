import type { Metadata } from 'next'
import Link from 'next/link'
import { Article } from '@/components/docs/article'
import { errorHelp } from '@/components/docs/error-help'
import { FactTable } from '@/components/docs/fact-table'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { apiErrorCodes, dashboardErrorCodes, type ErrorCode } from '@/server/errors'
import { problems } from '@/server/problem'

export const metadata: Metadata = { title: 'Errors' }

export default function Errors() {
  return (
    <Article path="/docs/errors">
      <Section id="shape" title="One shape">
        <p>
          Every failure is a problem body as of <a href="https://www.rfc-editor.org/rfc/rfc9457">RFC 9457</a>, sent as{' '}
          <Code>application/problem+json</Code>. Act on <Code>code</Code>; show <Code>detail</Code> to a person.
        </p>
        <Samples id="problem" />
        <ul className="points">
          <li>
            <Code>code</Code> is one of the codes below and never changes its meaning. <Code>title</Code> and{' '}
            <Code>detail</Code> may be worded anew.
          </li>
          <li>
            <Code>type</Code> is the address of the page about this code.
          </li>
          <li>
            <Code>errors</Code> lists the faults of a request that is not as documented: a <Code>pointer</Code> to the
            field and a <Code>detail</Code>.
          </li>
          <li>
            <Code>identifiers</Code> is there where the link names a listing though the answer failed: its{' '}
            <Code>cid</Code>, <Code>hex_cid</Code> and <Code>place_id</Code> can be used all the same.
          </li>
          <li>
            <Code>request_id</Code>, also in the header <Code>X-Request-Id</Code>, names the call. Keep it in your logs.
          </li>
        </ul>
      </Section>

      <Section id="codes" title="Codes">
        <Codes caption="Error codes of the API" codes={apiErrorCodes} />
        <p>Only the pages of Pinref meet these:</p>
        <Codes caption="Error codes of the dashboard" codes={dashboardErrorCodes} />
      </Section>

      <Section id="again" title="When to try again">
        <p>
          On 500 and on 429, after the seconds that the header <Code>Retry-After</Code> gives: a few where something
          failed for a moment, the rest of the minute, day or month where a limit is used up. Wait longer each time the
          same call fails. Not on the other codes: the same request would get the same answer. Calls that fail are not
          counted.
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
        <Link key="code" href={`/docs/errors/${code}`} prefetch={false} className="font-mono text-[0.8125rem]">
          {code}
        </Link>,
        problems[code].status,
        errorHelp[code].meaning,
      ],
    }))}
  />
)
