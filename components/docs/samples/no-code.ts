import { stringify } from 'yaml'
import workflow from '@/docs/samples/n8n.json'
import type { Sample } from './sample'

/** The server address in the workflow's file. */
const writtenAddress = 'https://pinref.example'

/**
 * Returns a workflow for n8n that looks up links, 100 per request, to paste onto the canvas or import.
 * @param base the address of this server.
 */
export const n8nSample = (base: string): Sample => ({
  title: 'A workflow for n8n',
  codes: [{ language: 'JSON', code: JSON.stringify(workflow, null, 2).replaceAll(writtenAddress, base) }],
  prints: null,
})

/**
 * Returns a workflow for GitHub Actions that looks up the links in `links.csv` every Monday and commits the results.
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
                { name: 'Commit the results', run: commit },
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

/** A placeholder that GitHub fills in, in two parts so it doesn't look like a template literal. */
const secretOfRepository = ['$', '{{ secrets.PINREF_KEY }}'].join('')

const lookUp = (at: string) => `key="X-API-Key: $PINREF_KEY"
at=${at}
id=$(curl -sSf "$at?column=link" -H "$key" -H 'Content-Type: text/csv' \\
  --data-binary @links.csv | grep -o 'batch_[0-9A-Za-z]*')
until curl -sSf "$at/$id" -H "$key" | grep -q '"ended_at":"'; do sleep 5; done
curl -sSf "$at/$id/results.csv" -H "$key" -o results.csv
`

const commit = `git config user.name 'github-actions[bot]'
git config user.email 'github-actions[bot]@users.noreply.github.com'
git add results.csv
git diff --cached --quiet || git commit -m 'Look up links'
git push
`

/** Returns a step for Code by Zapier that accepts a callback only if its signature is correct. */
export const zapierSample = (): Sample => ({
  title: 'Verify a callback in Zapier',
  codes: [
    {
      language: 'JavaScript',
      code: `const { createHmac } = require('crypto')

const { id, time, signature, body, secret } = inputData
const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
const hmac = createHmac('sha256', key).update(\`\${id}.\${time}.\${body}\`)
const isGenuine = signature.split(' ').includes('v1,' + hmac.digest('base64'))
if (!isGenuine) throw new Error('The signature is invalid.')

const { type, data } = JSON.parse(body)
output = { type, batch: data.batch?.id }`,
    },
  ],
  prints: null,
})
