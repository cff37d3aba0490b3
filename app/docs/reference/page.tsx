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
        {(['Lookups', 'Batches', 'Account'] as const).map((group) => (
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

      <Section id="statuses" title="Statuses">
        <p>200 is an answer, and counts. Each other status comes with a code that says what is wrong:</p>
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
          Every response except 200, as <Code>application/problem+json</Code>. For what each code means and what to do,
          see <SiteLink href="/docs/errors">errors</SiteLink>.
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

/** Returns every status but 200, with its codes across all operations. */
function failuresOf(operations: Awaited<ReturnType<typeof readDocument>>['operations']) {
  const all = operations.flatMap(({ responses }) => responses).filter(({ status }) => status !== '200')
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
