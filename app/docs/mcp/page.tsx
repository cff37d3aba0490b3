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
import { maxAgentLines, maxLinks } from '@/server/entrances/mcp/tool-shapes'
import { accessOf, tools } from '@/server/entrances/mcp/tools'
import { maxWaitSeconds, waitsAtOnce } from '@/server/features/batches/limits'
import { appResource } from '@/server/features/sign-in/sign-in-options'
import { appScopes } from '@/server/metering/access/app-scopes'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'MCP' }

export default function Mcp() {
  const { APP_URL } = env()
  const resource = appResource()
  const setups = hostSetups(APP_URL)
  return (
    <Article path="/docs/mcp">
      <Section id="connect" title="Connect an agent">
        <p>
          Pinref is an MCP server at <Code>{`${APP_URL}/api/mcp`}</Code>: streamable HTTP, without sessions, for clients
          that use revision 2026-07-28 or earlier. Add this URL to your agent, with{' '}
          <SiteLink href="/docs/authentication">a key</SiteLink> in the <Code>X-API-Key</Code> header or as{' '}
          <Code>Authorization: Bearer</Code>. Without a key, the tools use a visitor’s free quota.
        </p>
        <figure className="mt-5 overflow-hidden rounded-md border border-rule bg-sheet">
          <figcaption className="sr-only">Set up common hosts</figcaption>
          <HostTabs
            panels={setups.map(({ host, place, language, code }) => ({
              host,
              panel: (
                <>
                  <div className="px-4 pt-3 text-xs text-soft">{place}</div>
                  <CodeBlock
                    code={code}
                    html={highlight(code, language)}
                    name={`the ${host} setup`}
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
            Hosts that can’t send a header connect to your account over OAuth instead, at <Code>{resource}</Code>. The
            host opens a Pinref page, where you sign in and allow access.
          </p>
          <ul className="points">
            <li>
              <strong>claude.ai and Claude Desktop:</strong> open Settings, then Connectors, choose “Add custom
              connector”, and paste the address. Choose “Connect”, and allow access.
            </li>
            <li>
              <strong>ChatGPT:</strong> open Settings, then Apps, turn on developer mode under “Advanced settings”,
              create an app with the address, and choose OAuth.
            </li>
            <li>
              <strong>Other hosts:</strong> add the address as a remote MCP server, without a header. For hosts that
              only run local programs, use <Code>{`npx mcp-remote ${resource}`}</Code>.
            </li>
          </ul>
          <p>
            We test this flow with the official MCP client, but haven’t tried claude.ai, Claude Desktop, or ChatGPT. The
            menu names are from their November 2026 documentation.
          </p>
          <p>An app gets only the scopes that it requests and you allow. The page lists what they let it do:</p>
          <FactTable
            caption="Scopes"
            columns={['Scope', 'The app can']}
            rows={appScopes.map((scope) => ({
              key: scope,
              cells: [<Code key="scope">{scope}</Code>, accessOf([scope]).join('; ')],
            }))}
          />
          <p>
            Its calls count toward your plan and burst limit, as with a key. It can’t see or change your keys, plan, or
            sign-in. It stays connected, even if you sign out or change your password, until you disconnect it under
            “Connected apps” on <SiteLink href="/account#apps">your account page</SiteLink>, which shows what each app
            can do. An app not used for 30 days, one that requests another scope, and one that runs on your own computer
            and reconnects all need your permission again.
          </p>
          <p>
            For host developers: the server supports Client ID Metadata Documents, dynamic registration, authorization
            code with PKCE (S256), and rotating refresh tokens. The OAuth metadata is at{' '}
            <Code>/.well-known/oauth-protected-resource/mcp</Code>. Redirect URIs must use HTTPS, or HTTP on the user’s
            own computer. A token lists only the tools of its scopes; calling another tool returns <Code>403</Code> with{' '}
            <Code>insufficient_scope</Code> and the scopes to request. A host that runs in a web page can call{' '}
            <Code>/mcp</Code>, its metadata, and the registration and token endpoints (CORS). <Code>/api/mcp</Code> uses
            keys instead of OAuth, has no OAuth metadata, and can’t be called from pages on other sites.
          </p>
        </Section>
      )}

      <Section id="ask" title="Try a tool">
        <p>Call a tool and see what an agent sends and receives.</p>
        <AskForm />
      </Section>

      <Section id="tools" title="Tools">
        <FactTable
          caption="Tools"
          columns={['Tool', 'Purpose', 'Side effects']}
          rows={Object.entries(tools).map(([name, { title, annotations }]) => ({
            key: name,
            cells: [<Code key="name">{name}</Code>, title, annotations.readOnlyHint ? 'none' : 'starts a batch'],
          }))}
        />
        <p>
          The tools work like <SiteLink href="/docs/reference">the API</SiteLink>, but omit null fields.{' '}
          <Code>fields</Code> is the list of fields to return; by default, all except <Code>hex_cid</Code>,{' '}
          <Code>feature_id</Code>, and <Code>kg_id</Code>. Each result is returned both as structured content and as
          text.
        </p>
        <p>
          <Code>resolve_listings</Code> looks up as many as {maxLinks} links per call. For longer lists,{' '}
          <Code>start_batch</Code> accepts up to {maxAgentLines.toLocaleString('en')} lines and a <Code>name</Code>.{' '}
          <Code>get_batch</Code> with <Code>wait_seconds</Code> waits up to {maxWaitSeconds} seconds for the batch to
          end. With <Code>status</Code> or <Code>q</Code>, it returns only matching lines.
        </p>
        <p>
          <Code>list_watch_events</Code> returns what happened to the listings in your{' '}
          <SiteLink href="/docs/watchlists">watchlists</SiteLink> in the last <Code>days</Code>, 7 by default. Pass the
          id or name of a <Code>watchlist</Code> to get only its events, and the id of the last event as{' '}
          <Code>after</Code> to get later ones.
        </p>
      </Section>

      <Section id="discovery" title="Discovery">
        <p>
          <a href="/.well-known/mcp/server-card.json">/.well-known/mcp/server-card.json</a> is the server card: this
          server’s name, address, and revisions, for programs that look for MCP servers by domain. Any web page can read
          it, and this doesn’t count as a call.
        </p>
        <p>
          <a href="/.well-known/mcp/server.json">/.well-known/mcp/server.json</a> is this server’s entry for the MCP
          registry. To list your own server, download the file, use <Code>mcp-publisher login</Code> to prove you own
          the domain, and run <Code>mcp-publisher publish</Code>.
        </p>
      </Section>

      <Section id="count" title="Quotas and errors">
        <ul className="points">
          <li>
            Each successful tool call counts as one. In <Code>resolve_listings</Code> and batches, each listing found
            counts. <Code>get_batch</Code>, <Code>list_watch_events</Code>, and listing the tools don’t count.{' '}
            <Code>_meta.quota</Code> in a result shows how many calls are left.
          </li>
          <li>
            Every message counts toward the <SiteLink href="/docs/quotas#bursts">burst limit</SiteLink>. Over the limit,
            requests get <Code>429</Code> with <Code>Retry-After</Code>.
          </li>
          <li>
            A request can be up to 1 MiB (16 KiB without a key), with up to 10 messages and {maxLinks} links for{' '}
            <Code>resolve_listings</Code>. The tools return up to 1 MiB per request. Subscriptions aren’t supported.
          </li>
          <li>
            A call that fails or exceeds the quota returns <Code>isError</Code> with the <Code>code</Code> of{' '}
            <SiteLink href="/docs/errors">the problem</SiteLink> and a <Code>detail</Code> that says what to do. In{' '}
            <Code>resolve_listings</Code>, a failed link doesn’t affect the other links.
          </li>
          <li>
            An account can have {waitsAtOnce.each} calls waiting for batches at the same time. A wait can end early if
            the server is busy.
          </li>
          <li>
            A wrong or revoked key returns <Code>401</Code>. Replace the key yourself; your agent can’t do it.
          </li>
          <li>
            Requests with another site’s <Code>Origin</Code> return <Code>403</Code>.
          </li>
        </ul>
      </Section>
    </Article>
  )
}
