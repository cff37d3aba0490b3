import { formatMonthlyPrice } from '@/components/format/money'
import { formatCalls, formatNumber } from '@/components/format/number'
import { description } from '@/package.json'
import { billingMode } from '@/server/features/billing/status'
import { isWatching } from '@/server/features/watchlists/schedule'
import { type Plan, plans } from '@/server/metering/access/limits'
import { formWords, shortLinkHosts } from '@/server/places/links/reference'
import { apiErrorCodes } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { env } from '@/server/platform/settings/env'
import { errorHelp } from './error-help'
import { docsGroups, docsPages } from './pages'
import { type Field, readDocument } from './reference/document'
import { allSamples } from './samples/all'

/**
 * Writes the docs for language models: what Pinref is, a link to each page, and the whole API.
 * @see https://llmstxt.org
 */
export async function llmsText(): Promise<string> {
  const { APP_URL, FREE_DAILY_QUOTA } = env()
  const { problem, ...samples } = await allSamples()
  const document = await readDocument()
  const operations = document.operations.flatMap(({ id, method, path, summary, parameters, request, answer }) => {
    const { codes, prints } = samples[id as keyof typeof samples]
    const fields = [...parameters, ...request]
    return [
      `### ${method} ${path}`,
      ...(fields.length > 0 ? [`${summary}. Request:`, fieldLines(fields)] : [`${summary}.`]),
      'Response, status 200:',
      fieldLines(answer),
      fenced('sh', codes[0]?.code ?? ''),
      ...(prints === null ? [] : [fenced('json', prints)]),
    ]
  })
  return [
    '# Pinref',
    `> ${description}`,
    lines([
      `The base URL is ${APP_URL}. Lookups are POST requests with a JSON body; batches also accept CSV and JSON Lines.`,
      'CIDs are strings everywhere: most JSON parsers round 64-bit numbers.',
      'Send an API key as `X-API-Key: <key>` or `Authorization: Bearer <key>`. Without a key, calls use the free quota.',
      `Supported input: ${Object.values(formWords).join(', ')}; short links from ${shortLinkHosts().join(', ')}; text around any of these.`,
      `Quotas: visitors ${formatCalls(FREE_DAILY_QUOTA)} per UTC day; ${plans().map(planWords).join('; ')}. Only calls that return 200 count.`,
      'Retry statuses 500 and 429 after `Retry-After` seconds. Do not retry other errors.',
    ]),
    ...docsGroups.flatMap((group) => [
      `## ${group}`,
      lines(
        docsPages
          .filter((page) => page.group === group)
          .map(({ title, path, about }) => `[${title}](${APP_URL}${path}): ${about}`),
      ),
    ]),
    '## API',
    lines([`[OpenAPI 3.1](${APP_URL}/api/openapi.json): the whole API, machine-readable.`]),
    ...operations,
    '### Errors',
    'Every error is `application/problem+json`:',
    fenced('json', problem.prints ?? ''),
    lines(
      apiErrorCodes.map(
        (code) => `${problems[code].status} \`${code}\`: ${errorHelp[code].meaning} ${errorHelp[code].remedy}`,
      ),
    ),
    '## Optional',
    lines([`[Changelog](${APP_URL}/changelog): what’s new.`]),
    '',
  ].join('\n\n')
}

const planWords = ({ name, monthlyQuota, monthlyPriceCents, watched }: Plan) =>
  `${name}: ${monthlyQuota === null ? 'no monthly limit' : `${formatCalls(monthlyQuota)} a month`}${isWatching() ? `, ${watched === null ? 'no limit on' : formatNumber(watched)} watched listings` : ''}${billingMode() === 'on' ? `, ${formatMonthlyPrice(monthlyPriceCents)}` : ''}`

const lines = (items: readonly string[]) => items.map((item) => `- ${item}`).join('\n')

const fieldLines = (fields: readonly Field[]) =>
  lines(
    fields.map(({ name, type, required, description }) =>
      `\`${name}\` (${type}${required ? '' : ', optional'}) ${description}`.trim(),
    ),
  )

const fenced = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\``
