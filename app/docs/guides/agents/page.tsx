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
          Give your coding assistant <a href="/llms.txt">/llms.txt</a>: the whole API on one page of Markdown, with
          samples.
        </p>
      </Section>

      <Section id="tools" title="Give it tools">
        <p>
          If your agent supports <SiteLink href="/docs/mcp">MCP</SiteLink>, it needs only a server address. Otherwise,
          define tools with the names, descriptions, and input schemas in{' '}
          <a href="/api/openapi.json">the OpenAPI document</a>.
        </p>
        <Samples id="agent" />
        <p>
          Some models call the schema <Code>parameters</Code> instead of <Code>input_schema</Code>. Agents that load
          OpenAPI need only the document’s URL and your key.
        </p>
      </Section>

      <Section id="careful" title="Make it reliable">
        <ul className="points">
          <li>
            Tell the model to copy identifiers exactly and never make them up. CIDs are strings: as numbers, they lose
            digits.
          </li>
          <li>
            Pass problems to the model unchanged: <Code>detail</Code> says what to do.
          </li>
          <li>
            Create a separate key for the agent on the <SiteLink href="/keys">keys page</SiteLink>, with a monthly limit
            and only the operations it needs.
          </li>
          <li>
            During development, use a <SiteLink href="/docs/authentication#test-keys">test key</SiteLink>.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
