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
import { errorCodes } from '@/server/platform/problems/errors'

export const metadata: Metadata = { title: 'Reference' }

export default async function Reference() {
  const { operations, problem, headers } = await readDocument()
  const pages = await referencePages()
  return (
    <Article path="/docs/reference">
      <p>
        Version 1. <Code>POST</Code> lookups as a JSON object of up to 16 KiB, or 512 KiB for several lookups in one
        call (64 KiB without a key). The body is read as JSON, whatever its Content-Type. The operations’ pages come
        from the OpenAPI 3.1 document at <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
      <OldAnchors paths={pages.map(({ path }) => path)} />

      <Section id="operations" title="Operations">
        {(['Lookups', 'Batches', 'Watchlists', 'Callbacks', 'Keys', 'Account'] as const).map((group) => (
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

      <Section id="rules" title="Common rules">
        <ul className="points">
          <li>
            An unknown field or parameter returns 400{' '}
            <SiteLink href="/docs/errors/invalid_request">invalid_request</SiteLink>, and <Code>errors</Code> contains
            its name. Send fields in the body, and send each parameter only once. Only operations that take lines accept
            options in the query string of a <Code>POST</Code> or <Code>PUT</Code>.
          </li>
          <li>
            An operation that creates a resource returns 201, with the resource’s path in <Code>Location</Code>. If you
            repeat the call with the same <Code>Idempotency-Key</Code> within 24 hours, nothing is created twice.
          </li>
          <li>
            A list is an object with the entries and <Code>next</Code>. To get the next page, send <Code>next</Code> as{' '}
            <Code>after</Code>, until <Code>next</Code> is null. <Code>limit</Code> is the maximum number of entries per
            page. Don’t construct cursors, except for batch results, where the cursor is a line number.
          </li>
          <li>
            Times in bodies are ISO 8601 in UTC, as in <Code>2026-11-22T09:30:00.000Z</Code>. Times in headers are in
            seconds.
          </li>
          <li>
            New response fields and enum values can appear without a new API version. Ignore any that your code doesn’t
            recognize.
          </li>
        </ul>
      </Section>

      <Section id="deprecations" title="Deprecations">
        <p>
          No operation is currently deprecated. A deprecated operation keeps working for at least 180 days, and the
          changelog says what to call instead. Its responses have three extra headers, and the OpenAPI document marks
          the operation as <Code>deprecated</Code>:
        </p>
        <ul className="points">
          <li>
            <Code>Deprecation</Code> (RFC 9745): start of the deprecation, as in <Code>@1799971200</Code>, in seconds
            since 1970.
          </li>
          <li>
            <Code>Sunset</Code> (RFC 8594): when the operation will be removed, as in{' '}
            <Code>Sun, 01 Aug 2027 00:00:00 GMT</Code>.
          </li>
          <li>
            <Code>Link</Code>: the page that explains what to do, with <Code>rel=&quot;deprecation&quot;</Code> and{' '}
            <Code>rel=&quot;sunset&quot;</Code>.
          </li>
        </ul>
        <p>
          Log a warning if a response has <Code>Deprecation</Code>. Breaking changes, such as renaming or removing a
          field, go into a new API version (<Code>X-API-Version</Code> in responses). The old version is then deprecated
          in the same way.
        </p>
      </Section>

      <Section id="statuses" title="Statuses">
        <p>A status of 200 or 201 means success. Any other status comes with an error code:</p>
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
          Every response with a status of 400 or more is <Code>application/problem+json</Code>. See{' '}
          <SiteLink href="/docs/errors">errors</SiteLink> for what each code means and what to do.
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
          rows={otherEndpoints.map(([path, response]) => ({
            key: path,
            cells: [
              <a key="path" href={path}>
                {path}
              </a>,
              response,
            ],
          }))}
        />
      </Section>
    </Article>
  )
}

/** Returns every error status, with its codes across all operations. */
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
  ['/api/openapi.yaml', 'The OpenAPI document in YAML.'],
  ['/api/postman.json', 'A Postman collection. Set its variable api_key.'],
  ['/api/health', 'Whether the process is running, the Pinref version, and the commit or build id.'],
  [
    '/api/health/ready',
    'Whether the store accepts writes: 200, or 503 with the cause. The response also shows the source of listings.',
  ],
  ['/api/status', 'Whether the store, Google, and short links are responding, and the last 20 changes.'],
] as const
