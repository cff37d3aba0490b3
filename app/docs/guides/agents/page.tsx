import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { SiteLink } from '@/components/ui/site-link'

export const metadata: Metadata = { title: 'Pinref in an agent' }

export default function Agents() {
  return (
    <Article path="/docs/guides/agents">
      <Section id="read" title="Let it read the docs">
        <p>
          <a href="/llms.txt">/llms.txt</a> is the whole API in one page of Markdown: every operation, field and error
          code, with samples. Give it to a coding assistant that writes calls of Pinref for you.
        </p>
      </Section>

      <Section id="tools" title="Give it tools">
        <p>
          An agent whose host speaks MCP needs only an address: see <SiteLink href="/docs/mcp">MCP</SiteLink>. For an
          agent of your own, a tool is a name, a description and a JSON schema of the input. All three are in{' '}
          <a href="/api/openapi.json">the OpenAPI document</a>.
        </p>
        <Samples id="agent" />
        <p>
          Some models call the schema <Code>parameters</Code> in place of <Code>input_schema</Code>. Agents that load
          OpenAPI themselves need only the address of the document and your key.
        </p>
      </Section>

      <Section id="careful" title="Keep it careful">
        <ul className="points">
          <li>
            Tell the model to copy identifiers exactly and never to make one up. CIDs are strings: as numbers they lose
            digits.
          </li>
          <li>
            Hand problems back to the model as they are. <Code>detail</Code> says what to change, for example that a
            link names no single listing.
          </li>
          <li>
            Give it a key of its own, with a monthly limit and only the operations it needs. Set both on the{' '}
            <SiteLink href="/keys">keys page</SiteLink>.
          </li>
          <li>
            While you build it, use a <SiteLink href="/docs/authentication#test-keys">test key</SiteLink>: it answers
            from sample data and costs nothing.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
