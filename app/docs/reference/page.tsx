import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { InlineMarkdown } from '@/components/docs/markdown'
import { OldAnchors } from '@/components/docs/old-anchors'
import { Code, Section } from '@/components/docs/prose'
import { readDocument } from '@/components/docs/reference/document'
import { Codes, FieldList } from '@/components/docs/reference/field-list'
import { referencePages } from '@/components/docs/reference/reference-pages'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { errorCodes } from '@/server/errors'

export const metadata: Metadata = { title: 'Reference' }

export default async function Reference() {
  const { operations, problem, headers } = await readDocument()
  const pages = await referencePages()
  return (
    <Article path="/docs/reference">
      <p>
        Version 1. Lookups are a <Code>POST</Code> with a JSON object of at most 16 KiB, or 512 KiB for several in one
        call (64 KiB without a key), read as JSON whatever its Content-Type. Each operation has a page with its fields,
        a sample in five languages and, for most, a form to try it. All of it is generated from{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>, OpenAPI 3.1, which is generated from the API’s own code.
      </p>
      <OldAnchors paths={pages.map(({ path }) => path)} />

      <Section id="operations" title="Operations">
        {(['Lookups', 'Batches', 'Keys', 'Account'] as const).map((group) => (
          <div key={group} className="mt-6">
            <h3 className="font-medium">{group}</h3>
            <ul className="mt-2">
              {pages
                .filter((page) => page.group === group)
                .map(({ path, title, operation }) => (
                  <li
                    key={path}
                    id={operation.id}
                    className="flex flex-wrap items-baseline justify-between gap-x-6 border-b border-rule py-2.5 text-sm"
                  >
                    <SiteLink href={path} className="font-medium">
                      {title}
                    </SiteLink>
                    <span translate="no" className="font-mono text-[0.8125rem] text-soft [overflow-wrap:anywhere]">
                      {operation.method} {operation.path}
                    </span>
                  </li>
                ))}
            </ul>
          </div>
        ))}
      </Section>

      <Section id="rules" title="What all operations share">
        <ul className="points">
          <li>
            A field or a parameter that an operation doesn’t know is 400{' '}
            <SiteLink href="/docs/errors/invalid_request">invalid_request</SiteLink>, and <Code>errors</Code> names it,
            so a typo is never ignored. Send fields in the body, and each parameter once. Only the operations that take
            lines accept options in the query of a <Code>POST</Code> or <Code>PUT</Code>.
          </li>
          <li>
            An operation that creates something returns 201. <Code>Location</Code> is its path. Repeat such a call with
            the same <Code>Idempotency-Key</Code>, and nothing is created twice for 24 hours.
          </li>
          <li>
            A list is an object with the entries and <Code>next</Code>. To read on, send <Code>next</Code> as{' '}
            <Code>after</Code>, until <Code>next</Code> is null. <Code>limit</Code> is the most entries of a page. Don’t
            build a cursor yourself, except in the results of a batch, where it is the number of a line.
          </li>
          <li>
            Times in bodies are ISO 8601 in UTC, as in <Code>2026-11-22T09:30:00.000Z</Code>. Times in headers are in
            seconds.
          </li>
          <li>
            A response can get new fields at any time, and an enum new values. Ignore the ones you don’t know; that is
            not a new version.
          </li>
        </ul>
      </Section>

      <Section id="deprecations" title="Deprecations">
        <p>
          No operation is deprecated today. If one will be, it keeps working for at least 180 days, and the changelog
          says what to call instead. From the first day, every response of it has three more headers, and the OpenAPI
          document marks it as <Code>deprecated</Code>:
        </p>
        <ul className="points">
          <li>
            <Code>Deprecation</Code> (RFC 9745): since when, as in <Code>@1799971200</Code>, in seconds since 1970.
          </li>
          <li>
            <Code>Sunset</Code> (RFC 8594): when it will be removed, as in <Code>Sun, 01 Aug 2027 00:00:00 GMT</Code>.
          </li>
          <li>
            <Code>Link</Code>: the page that says what to do, with <Code>rel=&quot;deprecation&quot;</Code> and{' '}
            <Code>rel=&quot;sunset&quot;</Code>.
          </li>
        </ul>
        <p>
          Log a warning when a response has <Code>Deprecation</Code>. A change that breaks clients, such as a field that
          is renamed or removed, comes as a new version of the API, which responses name in <Code>X-API-Version</Code>.
          The old version is then deprecated in the same way.
        </p>
      </Section>

      <Section id="statuses" title="Statuses">
        <p>
          200 is an answer, and counts; 201 means that something was created. Each other status comes with a code that
          says what is wrong:
        </p>
        <FactTable
          caption="Response statuses"
          columns={['Status', 'Codes']}
          rows={failuresOf(operations).map(([status, codes]) => ({
            key: status,
            cells: [status, <Codes key="codes" codes={codes} />],
          }))}
        />
      </Section>

      <Section id="problems" title="Problem bodies">
        <p>
          Every response of a status of 400 or more, as <Code>application/problem+json</Code>. For what each code means
          and what to do, see <SiteLink href="/docs/errors">errors</SiteLink>.
        </p>
        <FieldList fields={problem} optional />
      </Section>

      <Section id="headers" title="Response headers">
        <FactTable
          caption="Response headers"
          columns={['Header', 'Meaning']}
          rows={Object.entries(headers).map(([name, description]) => ({
            key: name,
            cells: [<Code key="name">{name}</Code>, <InlineMarkdown key="meaning" text={description} />],
          }))}
        />
      </Section>

      <Section id="documents" title="Other endpoints">
        <FactTable
          caption="Other endpoints, read with GET"
          columns={['Address', 'Response']}
          rows={otherEndpoints.map(([path, answer]) => ({
            key: path,
            cells: [
              <a key="path" href={path}>
                {path}
              </a>,
              answer,
            ],
          }))}
        />
      </Section>
    </Article>
  )
}

/** Returns every status of a failure, with its codes across all operations. */
function failuresOf(operations: Awaited<ReturnType<typeof readDocument>>['operations']) {
  const all = operations.flatMap(({ responses }) => responses).filter(({ codes }) => codes.length > 0)
  const statuses = [...new Set(all.map(({ status }) => status))].sort()
  return statuses.map((status) => {
    const codes = new Set(all.filter((one) => one.status === status).flatMap((one) => one.codes))
    return [status, errorCodes.filter((code) => codes.has(code))] as const
  })
}

const otherEndpoints = [
  ['/api/openapi.json', 'The OpenAPI document.'],
  ['/api/openapi.yaml', 'The same in YAML.'],
  ['/api/postman.json', 'A Postman collection: import it, set the variable api_key, send.'],
  ['/api/health', 'Whether the process runs, its version of Pinref, and the commit or id of its build.'],
  [
    '/api/health/ready',
    'Whether the store takes writes: 200, or else 503 with the cause. Also names the source of listings.',
  ],
  [
    '/api/status',
    'The objective, the calls of the last 90 days by day, what is left of the error budget, and the p99.',
  ],
] as const
