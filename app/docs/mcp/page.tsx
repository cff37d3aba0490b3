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
import { appResource } from '@/server/sign-in/sign-in-options'

export const metadata: Metadata = { title: 'MCP' }

export default function Mcp() {
  const { APP_URL } = env()
  const resource = appResource()
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

      {resource !== null && (
        <Section id="apps" title="Connect Claude or ChatGPT">
          <p>
            Hosts that can’t send a header connect to your account over OAuth instead, at <Code>{resource}</Code>. You
            need no key: the host opens a page here, you sign in, and you allow it.
          </p>
          <ul className="points">
            <li>
              <strong>claude.ai and Claude Desktop:</strong> open Settings, then Connectors, choose “Add custom
              connector” and paste the address. Choose “Connect”, and allow it.
            </li>
            <li>
              <strong>ChatGPT:</strong> open Settings, then Apps, turn on developer mode under “Advanced settings”,
              create an app with the address, and choose OAuth.
            </li>
            <li>
              <strong>Other hosts:</strong> add the address as a remote MCP server and leave the header out. For hosts
              that only run local programs, use <Code>{`npx mcp-remote ${resource}`}</Code>.
            </li>
          </ul>
          <p>
            We test this flow with both lines of the official MCP client. We haven’t tried claude.ai, Claude Desktop and
            ChatGPT themselves; their menus are as their own documentation had them in November 2026.
          </p>
          <p>
            A connected app can look up listings, and start and read batches. Its calls count toward your plan and your
            account’s burst limit, as with a key. It can’t see or change your keys, plan or sign-in. It stays connected
            when you sign out or change your password; to end it, disconnect it under “Connected apps” on{' '}
            <SiteLink href="/account#apps">your account page</SiteLink>. An app that isn’t used for 30 days has to be
            allowed again.
          </p>
          <p>
            For those who build a host: the server supports Client ID Metadata Documents, dynamic registration,
            authorization code with PKCE (S256), and refresh tokens that rotate. The metadata is at{' '}
            <Code>/.well-known/oauth-protected-resource/mcp</Code>. Redirect URIs are https, or http on the user’s own
            computer. A host that runs in a web page can call <Code>/mcp</Code>, its metadata, and where it registers
            and gets tokens (CORS). The address <Code>/api/mcp</Code> takes keys alone, from no page, and has no OAuth
            metadata.
          </p>
        </Section>
      )}

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
          <Code>start_batch</Code> takes up to {maxAgentLines.toLocaleString('en')} lines and a <Code>name</Code>, and{' '}
          <Code>get_batch</Code> with <Code>wait_seconds</Code> waits up to {maxWaitSeconds} seconds for the end of the
          batch. With <Code>status</Code> or <Code>q</Code> it returns only some lines, such as those to check.
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
