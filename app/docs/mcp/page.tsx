import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { CodeBlock } from '@/components/docs/code-block'
import { highlight } from '@/components/docs/highlight'
import { AskForm } from '@/components/docs/mcp/ask-form'
import { HostTabs } from '@/components/docs/mcp/host-tabs'
import { hostSetups } from '@/components/docs/mcp/hosts'
import { Code, Section } from '@/components/docs/prose'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { maxWaitSeconds, waitsAtOnce } from '@/server/batches/limits'
import { env } from '@/server/env'
import { maxAgentLines, maxLinks } from '@/server/mcp/tool-shapes'
import { tools } from '@/server/mcp/tools'

export const metadata: Metadata = { title: 'MCP' }

export default function Mcp() {
  const { APP_URL } = env()
  const setups = hostSetups(APP_URL)
  return (
    <Article path="/docs/mcp">
      <Section id="connect" title="Connect an agent">
        <p>
          Pinref is an MCP server at <Code>{`${APP_URL}/api/mcp`}</Code>: streamable HTTP, without sessions. It answers
          clients of the revision 2026-07-28 and those before it. Tell your agent’s host of it, with{' '}
          <SiteLink href="/docs/authentication">a key</SiteLink> in the header <Code>X-API-Key</Code>, or as{' '}
          <Code>Authorization: Bearer</Code>. Without a key the tools answer with a visitor’s free quota.
        </p>
        <figure className="mt-5 overflow-hidden rounded-md border border-rule bg-sheet">
          <figcaption className="sr-only">How the usual hosts are set up</figcaption>
          <HostTabs
            panels={setups.map(({ host, place, language, code }) => ({
              host,
              panel: (
                <>
                  <div className="px-4 pt-3 text-xs text-soft">{place}</div>
                  <CodeBlock
                    code={code}
                    html={highlight(code, language)}
                    name={`the setup of ${host}`}
                    sample={{ id: 'mcpHost', language: language ?? 'TOML' }}
                    className="-mt-1"
                  />
                </>
              ),
            }))}
          />
        </figure>
      </Section>

      <Section id="ask" title="Ask as an agent">
        <p>Call a tool from here, and see what an agent sends and gets. A call that succeeds counts as one.</p>
        <AskForm />
      </Section>

      <Section id="tools" title="Tools">
        <FactTable
          caption="Tools"
          columns={['Tool', 'For', 'Changes something']}
          rows={Object.entries(tools).map(([name, { title, annotations }]) => ({
            key: name,
            cells: [<Code key="name">{name}</Code>, title, annotations.readOnlyHint ? 'no' : 'starts a batch'],
          }))}
        />
        <p>
          They find what <SiteLink href="/docs/reference">the API</SiteLink> finds, and return less of it, because a
          model reads all of it. Unknown fields are missing. <Code>fields</Code> names the fields to return; without it,
          a listing has all but <Code>hex_cid</Code>, <Code>feature_id</Code> and <Code>kg_id</Code>. Each result comes
          twice: as structured content, and as text for agents that read only text.
        </p>
        <p>
          <Code>resolve_listings</Code> looks up as many as {maxLinks} links in one call. For longer lists,{' '}
          <Code>start_batch</Code> takes up to {maxAgentLines.toLocaleString('en')} lines, and <Code>get_batch</Code>{' '}
          with <Code>wait_seconds</Code> waits up to {maxWaitSeconds} seconds for the end of the batch.
        </p>
      </Section>

      <Section id="discovery" title="Let programs find it">
        <p>
          <a href="/.well-known/mcp/server-card.json">/.well-known/mcp/server-card.json</a> is the server card: the
          name, the address and the revisions of this server, for programs that look for MCP servers by domain. Any page
          may read it. It needs no key and counts nothing.
        </p>
        <p>
          <a href="/.well-known/mcp/server.json">/.well-known/mcp/server.json</a> is this server’s entry for the MCP
          registry. To list a server of your own, download the file, prove with <Code>mcp-publisher login</Code> that
          the domain is yours, and run <Code>mcp-publisher publish</Code>. The entry’s name is the domain in reverse, as
          the registry requires.
        </p>
      </Section>

      <Section id="count" title="What counts, and what goes wrong">
        <ul className="points">
          <li>
            Listing the tools costs no quota. Each call of a tool that succeeds counts as one.{' '}
            <Code>resolve_listings</Code> and batches count each listing that they find; <Code>get_batch</Code> counts
            nothing. <Code>_meta.quota</Code> of a result says how many calls are left.
          </li>
          <li>
            Every message counts toward the <SiteLink href="/docs/quotas#bursts">burst limit</SiteLink>. Over it,
            requests get <Code>429</Code> with <Code>Retry-After</Code>.
          </li>
          <li>
            A request can have 10 messages, {maxLinks} links for <Code>resolve_listings</Code>, and 1 MiB, or 16 KiB
            without a key. The tools return up to 1 MiB per request. There are no subscriptions, because the tools don’t
            change.
          </li>
          <li>
            A tool that fails returns <Code>isError</Code> with the <Code>code</Code> of{' '}
            <SiteLink href="/docs/errors">the problem</SiteLink> and a <Code>detail</Code> that says what to send
            instead. So does a quota that is used up. In <Code>resolve_listings</Code> one link that fails doesn’t fail
            the others.
          </li>
          <li>An account can wait for batches {waitsAtOnce.each} times at once.</li>
          <li>
            A wrong or revoked key returns <Code>401</Code>. Replace it; your agent can’t.
          </li>
          <li>
            Pages of other sites are refused: a request with a foreign <Code>Origin</Code> is <Code>403</Code>.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
