import type { Metadata } from 'next'
import { Article } from '@/components/docs/article'
import { Code, Section } from '@/components/docs/prose'
import { Samples } from '@/components/docs/samples'
import { FactTable } from '@/components/ui/fact-table'
import { SiteLink } from '@/components/ui/site-link'
import { env } from '@/server/env'

export const metadata: Metadata = { title: 'n8n, Make, Zapier, GitHub Actions' }

export default function NoCode() {
  const { APP_URL } = env()
  return (
    <Article path="/docs/guides/no-code">
      <p>
        Pinref has no app of its own in these tools and needs none: each of them can send an HTTP request. You need{' '}
        <SiteLink href="/docs/authentication">a key</SiteLink>. To try things out, make a test key: it is answered from
        sample data and never counts.
      </p>

      <Section id="n8n" title="n8n">
        <ol className="points">
          <li>Copy the workflow below and paste it onto the canvas of a new workflow.</li>
          <li>
            Open the node “Pinref”, and under Header Auth create a credential with the name <Code>X-API-Key</Code> and
            your key as its value. It stays in n8n’s store, out of the workflow.
          </li>
          <li>
            Run it. Then replace “Links” and “One by one” with your own node: any that returns items with a field{' '}
            <Code>url</Code>.
          </li>
        </ol>
        <Samples id="n8n" />
        <p>
          The workflow sends your links in hundreds, one request per second. It returns an item for each link, with{' '}
          <Code>status</Code> and either <Code>result</Code> or <Code>problem</Code>. A link that fails doesn’t stop the
          others and doesn’t count. Leave “Retry On Fail” off: n8n would repeat all requests of the node, and each
          repeated lookup counts again. For more than a few thousand links, send a{' '}
          <SiteLink href="/docs/batches">batch</SiteLink> instead.
        </p>
      </Section>

      <Section id="request" title="Make and Zapier: look up a link">
        <p>
          In Make add the module “HTTP: Make a request”, in Zapier the action “Webhooks by Zapier: Custom Request”, and
          fill it in as follows. Map the link of your own trigger into the data.
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
          In Make turn on “Parse response”. The fields of the{' '}
          <SiteLink href="/docs/reference/resolve#response">answer</SiteLink> are then there for the next step. Keep{' '}
          <Code>cid</Code> as text: spreadsheets round numbers of that length.
        </p>
      </Section>

      <Section id="callbacks" title="Make and Zapier: when a batch is done">
        <ol className="points">
          <li>
            Start with the trigger “Webhooks: Custom webhook” in Make, or “Webhooks by Zapier: Catch Raw Hook”, and copy
            its address.
          </li>
          <li>
            Add it as an endpoint for <SiteLink href="/docs/callbacks">callbacks</SiteLink> on the{' '}
            <SiteLink href="/callbacks">Callbacks page</SiteLink>. It gets a test event, so that the tool learns the
            fields.
          </li>
          <li>
            Go on only where <Code>type</Code> is <Code>batch.finished</Code>. Then fetch the results with a{' '}
            <Code>GET</Code> of <Code>{`${APP_URL}/api/batches/`}</Code>, followed by the id in{' '}
            <Code>data.batch.id</Code> and <Code>/results</Code>, with your key in the header <Code>X-API-Key</Code>.
          </li>
        </ol>
        <p>
          Whoever knows the address of a webhook can call it. A batch that is not yours cannot be fetched with your key,
          so the last step is safe in any case. To check the signature too, add “Code by Zapier” behind the raw hook,
          give it the headers <Code>webhook-id</Code>, <Code>webhook-timestamp</Code> and <Code>webhook-signature</Code>{' '}
          as <Code>id</Code>, <Code>time</Code> and <Code>signature</Code>, the raw body as <Code>body</Code> and your{' '}
          <Code>secret</Code>:
        </p>
        <Samples id="zapier" />
      </Section>

      <Section id="github-actions" title="GitHub Actions">
        <p>
          The workflow looks up the column <Code>link</Code> of <Code>links.csv</Code> every Monday, and commits what
          was found as <Code>results.csv</Code>. Save it as <Code>.github/workflows/look-up.yml</Code>, and add your key
          to the repository as the secret <Code>PINREF_KEY</Code>.
        </p>
        <Samples id="actions" />
      </Section>

      <Section id="postman" title="Postman and others">
        <p>
          Import <a href="/api/postman.json">/api/postman.json</a> into Postman, set its first variable,{' '}
          <Code>api_key</Code>, and send any request, or run the whole collection: its requests are in an order that
          works, and each tests its answer. Other tools take <a href="/api/openapi.json">the OpenAPI document</a>, as
          JSON or <a href="/api/openapi.yaml">as YAML</a>.
        </p>
      </Section>
    </Article>
  )
}
