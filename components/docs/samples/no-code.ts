import { stringify } from 'yaml'
import type { Sample } from './sample'

/**
 * A workflow for n8n that looks up a link, to be pasted onto the canvas or imported.
 * @param base the address of this server.
 */
export const n8nSample = (base: string, link: string): Sample => ({
  title: 'A workflow for n8n',
  codes: [{ language: 'JSON', code: JSON.stringify(workflow(base, link), null, 2) }],
  prints: null,
})

function workflow(base: string, link: string) {
  const nodes = [
    { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
    {
      ...{ name: 'Link', type: 'n8n-nodes-base.set', typeVersion: 3.4 },
      parameters: { mode: 'raw', jsonOutput: JSON.stringify({ url: link }), options: {} },
    },
    {
      ...{ name: 'Pinref', type: 'n8n-nodes-base.httpRequest', typeVersion: 4.2 },
      parameters: {
        ...{ method: 'POST', url: `${base}/api/resolve` },
        ...{ authentication: 'genericCredentialType', genericAuthType: 'httpHeaderAuth' },
        ...{ sendBody: true, specifyBody: 'json', jsonBody: '={{ JSON.stringify({ url: $json.url }) }}' },
        options: { batching: { batch: { batchSize: 5, batchInterval: 1000 } } },
      },
      ...{ retryOnFail: true, maxTries: 3, waitBetweenTries: 5000 },
    },
  ]
  const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] })
  return {
    name: 'Look up links with Pinref',
    nodes: nodes.map((node, at) => ({ id: `pinref-${at + 1}`, position: [at * 220, 0], ...node })),
    connections: { Start: to('Link'), Link: to('Pinref') },
  }
}

/**
 * A workflow for GitHub Actions: every Monday it looks up the links of `links.csv` as a batch and commits the results.
 * @param base the address of this server.
 */
export const actionsSample = (base: string): Sample => ({
  title: 'A workflow for GitHub Actions',
  codes: [
    {
      language: 'YAML',
      code: stringify(
        {
          name: 'Look up links',
          on: { schedule: [{ cron: '17 5 * * 1' }], workflow_dispatch: {} },
          permissions: { contents: 'write' },
          jobs: {
            'look-up': {
              'runs-on': 'ubuntu-latest',
              'timeout-minutes': 30,
              steps: [
                { uses: 'actions/checkout@v4' },
                {
                  name: 'Look up the links',
                  env: { PINREF_KEY: secretOfRepository },
                  run: lookUp(`${base}/api/batches`),
                },
                { name: 'Keep the results', run: keep },
              ],
            },
          },
        },
        { lineWidth: 0 },
      ).trimEnd(),
    },
  ],
  prints: null,
})

/** GitHub fills it in. It is written in two parts so that it does not look like a template literal. */
const secretOfRepository = ['$', '{{ secrets.PINREF_KEY }}'].join('')

const lookUp = (at: string) => `key="X-API-Key: $PINREF_KEY"
at=${at}
id=$(curl -sSf "$at?column=link" -H "$key" -H 'Content-Type: text/csv' \\
  --data-binary @links.csv | grep -o 'batch_[0-9A-Za-z]*')
until curl -sSf "$at/$id" -H "$key" | grep -q '"ended":[0-9]'; do sleep 5; done
curl -sSf "$at/$id/results.csv" -H "$key" -o results.csv
`

const keep = `git config user.name 'github-actions[bot]'
git config user.email 'github-actions[bot]@users.noreply.github.com'
git add results.csv
git diff --cached --quiet || git commit -m 'Look up links'
git push
`

/** A step for Code by Zapier that accepts a callback only if its signature is right. */
export const zapierSample = (): Sample => ({
  title: 'Check a callback in Zapier',
  codes: [
    {
      language: 'JavaScript',
      code: `const { createHmac } = require('crypto')

const { id, time, signature, body, secret } = inputData
const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
const hmac = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`)
const isGenuine = signature.split(' ').includes('v1,' + hmac.digest('base64'))
if (!isGenuine) throw new Error('The signature is not right.')

const { type, data } = JSON.parse(body)
output = { type, batch: data.batch?.id }`,
    },
  ],
  prints: null,
})
