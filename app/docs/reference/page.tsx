import type { Metadata } from 'next'
import Link from 'next/link'
import { Article } from '@/components/docs/article'
import { FactTable } from '@/components/docs/fact-table'
import { InlineMarkdown } from '@/components/docs/markdown'
import { Code, Section } from '@/components/docs/prose'
import { type Operation, readDocument } from '@/components/docs/reference/document'
import { FieldList } from '@/components/docs/reference/field-list'
import { TryIt } from '@/components/docs/reference/try-it'
import { Samples } from '@/components/docs/samples'
import type { SampleId } from '@/components/docs/samples/all'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'Reference' }

export default function Reference() {
  const { operations, problem, headers } = readDocument()
  return (
    <Article path="/docs/reference">
      <p>
        Version 1. Each of the three operations, and a batch of them, is a <Code>POST</Code> with a JSON object of at
        most 16 KiB, or 512 KiB for a batch, read as JSON whatever its Content-Type. With a <Code>GET</Code>, a key
        reads its own usage and limits, which never counts. This page is generated from{' '}
        <a href="/api/openapi.json">/api/openapi.json</a>, OpenAPI 3.1, which is generated from the API’s own code.
      </p>
      <ul className="points">
        {operations.map(({ id, method, path, summary }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span className="font-mono text-[0.875em]">{path.includes('batches') ? `${method} ${path}` : path}</span>
            </a>{' '}
            <span className="text-soft">{summary}</span>
          </li>
        ))}
      </ul>

      {operations.map(({ id, method, path, summary, request, answer, answerName }) => {
        const tried = asPath(path)
        const told = operations.find((other) => answerName !== null && other.answerName === answerName)
        return (
          <Section key={id} id={id} title={`${method} ${path}`}>
            <p>{summary}.</p>
            {request.length > 0 && (
              <>
                <h3 className="mt-6 font-medium">Request</h3>
                <FieldList fields={request} optional />
              </>
            )}
            <h3 className="mt-6 font-medium">Response, 200</h3>
            {told && told.id !== id ? (
              <p>
                The fields of{' '}
                <a href={`#${told.id}`}>
                  {told.method} {told.path}
                </a>
                .
              </p>
            ) : (
              <FieldList fields={answer} />
            )}
            <h3 className="mt-6 font-medium">{tried ? 'Try it' : 'Sample'}</h3>
            {/* A test holds that every operation has a sample of its own. */}
            {tried ? <TryIt base={env().APP_URL} path={tried} fields={request} /> : <Samples id={id as SampleId} />}
          </Section>
        )
      })}

      <Section id="statuses" title="Statuses">
        <FactTable
          caption="Response statuses"
          columns={['Status', 'When']}
          rows={statusesOf(operations).map(({ status, description }) => ({
            key: status + description,
            cells: [
              status,
              status === '200' ? 'Answered, and counted.' : <InlineMarkdown key="when" text={description} />,
            ],
          }))}
        />
      </Section>

      <Section id="problems" title="Problem bodies">
        <p>
          Every response except 200, as <Code>application/problem+json</Code>. For what each code means and what to do,
          see <Link href="/docs/errors">errors</Link>.
        </p>
        <FieldList fields={problem} optional />
      </Section>

      <Section id="headers" title="Response headers">
        <FactTable
          caption="Response headers"
          columns={['Header', 'Meaning']}
          rows={Object.entries(headers).map(([name, description]) => ({
            key: name,
            cells: [
              <Code key="name">{name}</Code>,
              <InlineMarkdown key="meaning" text={description || otherHeaders[name] || ''} />,
            ],
          }))}
        />
      </Section>

      <Section id="documents" title="Other endpoints">
        <FactTable
          caption="Other endpoints, read with GET"
          columns={['Address', 'Response']}
          rows={[
            {
              key: 'openapi',
              cells: [
                <a key="a" href="/api/openapi.json">
                  /api/openapi.json
                </a>,
                'The OpenAPI document.',
              ],
            },
            {
              key: 'health',
              cells: [
                <a key="a" href="/api/health">
                  /api/health
                </a>,
                'Whether the process runs, and its version of Pinref.',
              ],
            },
            {
              key: 'ready',
              cells: [
                <a key="a" href="/api/health/ready">
                  /api/health/ready
                </a>,
                'Whether the store responds: 200, or else 503. Also names the source of listings.',
              ],
            },
          ]}
        />
      </Section>
    </Article>
  )
}

/** The statuses of all operations, without repetitions. */
function statusesOf(operations: readonly Operation[]): Operation['responses'] {
  const all = operations.flatMap(({ responses }) => responses)
  return [...new Map(all.map((response) => [response.status + response.description, response])).values()]
}

const otherHeaders: Record<string, string> = {
  'WWW-Authenticate': '`Bearer`, with 401.',
  Allow: 'The allowed methods, with 405.',
}

const operationPaths = ['/api/resolve', '/api/search', '/api/convert', '/api/batch'] as const

/** The operations that can be tried on the page. */
const asPath = (path: string) => operationPaths.find((candidate) => candidate === path)
