import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/platform/settings/env'

export const metadata: Metadata = { title: 'n8n, Make, Zapier, GitHub Actions' }

export default function NoCode() {
  const { APP_URL } = env()
  return (
    <Article path="/docs/guides/no-code">
      <p>
        Pinref has no app for these tools, but they can all send HTTP requests. You need{' '}
        <SiteLink href="/docs/authentication">a key</SiteLink>. To experiment, create a test key, which returns sample
        data for free.
      </p>

      <Section id="n8n" title="n8n">
        <ol className="points">
          <li>Copy the workflow below and paste it onto the canvas of a new workflow.</li>
          <li>
            Open the “Pinref” node, and under Header Auth create a credential named <Code>X-API-Key</Code> with your key
            as its value. n8n stores the credential outside the workflow.
          </li>
          <li>
            Run the workflow. Then replace “Links” and “One by one” with any node that returns items with a{' '}
            <Code>url</Code> field.
          </li>
        </ol>
        <Samples id="n8n" />
        <p>
          The workflow sends 100 links per request, one request per second. It returns an item for each link, with{' '}
          <Code>status</Code> and either <Code>result</Code> or <Code>problem</Code>. Failed links don’t count and don’t
          stop the others. Leave “Retry On Fail” off: it repeats all the node’s requests, which count again. For more
          than a few thousand links, send a <SiteLink href="/docs/batches">batch</SiteLink> instead.
        </p>
      </Section>

      <Section id="request" title="Make and Zapier: look up a link">
        <p>
          In Make, add the “HTTP: Make a request” module; in Zapier, the “Webhooks by Zapier: Custom Request” action.
          Fill it in as follows, and map the link from your trigger into the data.
        </p>
        <FactTable
          caption="The request"
          columns={['Field', 'Value']}
          rows={[
            { key: 'method', cells: ['Method', 'POST'] },
            { key: 'url', cells: ['URL', <Code key="url">{`${APP_URL}/api/resolve`}</Code>] },
            {
              key: 'headers',
              cells: [
                'Headers',
                <>
                  <Code>X-API-Key</Code>: your key; <Code>Content-Type</Code>: <Code>application/json</Code>
                </>,
              ],
            },
            { key: 'data', cells: ['Data', <Code key="data">{'{"url": "…"}'}</Code>] },
          ]}
        />
        <p>
          In Make, turn on “Parse response”. The{' '}
          <SiteLink href="/docs/reference/resolve#response">fields of the response</SiteLink> are then available in the
          next step. Keep <Code>cid</Code> as text, because spreadsheets round numbers this long.
        </p>
      </Section>

      <Section id="callbacks" title="Make and Zapier: when a batch is done">
        <ol className="points">
          <li>
            Start with the “Webhooks: Custom webhook” trigger in Make, or “Webhooks by Zapier: Catch Raw Hook”, and copy
            its URL.
          </li>
          <li>
            Add the URL as an endpoint for <SiteLink href="/docs/callbacks">callbacks</SiteLink> on the{' '}
            <SiteLink href="/callbacks">Callbacks page</SiteLink>. The webhook receives a test event, so the tool can
            detect the fields.
          </li>
          <li>
            Continue only if <Code>type</Code> is <Code>batch.finished</Code>. Then fetch the results with a{' '}
            <Code>GET</Code> request to <Code>{`${APP_URL}/api/batches/`}</Code>, followed by the id in{' '}
            <Code>data.batch.id</Code> and <Code>/results</Code>, with your key in the <Code>X-API-Key</Code> header.
          </li>
        </ol>
        <p>
          Anyone who knows a webhook’s URL can call it. But your key can’t fetch someone else’s batch, so fetching the
          results is always safe. To also verify the signature, add “Code by Zapier” after the raw hook, and give that
          step the headers <Code>webhook-id</Code>, <Code>webhook-timestamp</Code>, and <Code>webhook-signature</Code>{' '}
          as <Code>id</Code>, <Code>time</Code>, and <Code>signature</Code>, the raw body as <Code>body</Code>, and your
          signing secret as <Code>secret</Code>:
        </p>
        <Samples id="zapier" />
      </Section>

      <Section id="github-actions" title="GitHub Actions">
        <p>
          This workflow looks up the <Code>link</Code> column of <Code>links.csv</Code> every Monday, and commits the
          results as <Code>results.csv</Code>. Save it as <Code>.github/workflows/look-up.yml</Code>, and add your key
          to the repository as the <Code>PINREF_KEY</Code> secret.
        </p>
        <Samples id="actions" />
      </Section>

      <Section id="postman" title="Postman and others">
        <p>
          Import <a href="/api/postman.json">/api/postman.json</a> into Postman, set its variable <Code>api_key</Code>,
          and send any request, or run the whole collection to test every response. Other tools can import{' '}
          <a href="/api/openapi.json">the OpenAPI document</a>, as JSON or <a href="/api/openapi.yaml">as YAML</a>.
        </p>
      </Section>
    </Article>
  )
}
