import { randomBytes, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { docsPages } from '@/components/docs/pages'
import { readDocument } from '@/components/docs/reference/document'
import { docsOrigin } from '../support/docs-server'
import { textOfHtml } from '../support/text-of-html'

export { docsOrigin }

/** A sample as a page shows it. */
export interface Shown {
  page: string
  id: string
  language: string
  code: string
  /** What it prints according to the page; null if the page does not say. */
  prints: string | null
}

/** Returns every sample on the first page and on every page of the docs, as the server at an address shows it. */
export const shownSamples = async (url: string): Promise<Shown[]> =>
  samplesOn(url, '/', ...docsPages.map(({ path }) => path), ...(await operationPages()))

/** Returns the paths of the pages about one operation each. */
export const operationPages = async (): Promise<string[]> =>
  (await readDocument()).operations.map(({ id }) => `/docs/reference/${id}`)

/** The samples of operations that need a key, by the ids of the operations in the OpenAPI document. */
export const endpointIds = [
  'batches-create',
  'batches-list',
  'batches-get',
  'batches-update',
  'batches-updatePart',
  'batches-start',
  'batches-pause',
  'batches-resume',
  'batches-cancel',
  'batches-repeat',
  'batches-listResults',
  'batches-getResultsCsv',
  'batches-getResultsJsonl',
  'batches-delete',
  'keys-list',
  'keys-create',
  'keys-get',
  'keys-update',
  'keys-delete',
  'callbacks-list',
  'callbacks-create',
  'callbacks-get',
  'callbacks-update',
  'callbacks-delete',
  'callbacks-test',
  'callbacks-rotate',
  'deliveries-list',
  'deliveries-get',
  'deliveries-resend',
  'errors-list',
  'watchlists-create',
  'watchlists-list',
  'watchlists-get',
  'watchlists-update',
  'watchlists-delete',
  'watchlists-createListings',
  'watchlists-deleteListings',
  'watchlists-listListings',
  'watchlists-listEvents',
  'watchlists-check',
  'watchlists-pause',
  'watchlists-resume',
  'usage-get',
  'key-get',
]

/** The samples of the package on npm, which is installed for them. */
export const packageIds = [
  'packageInstall',
  'packageRead',
  'packageResolve',
  'packageMany',
  'packageErrors',
  'packageWatch',
  'packageBatch',
  'commandServer',
  'commandLookup',
  'commandHelp',
  'commandJson',
  'commandRead',
  'commandLines',
  'commandLogin',
  'commandWatch',
  'commandBulk',
]

/** The samples of the clients for Python and Google Sheets. */
export const clientIds = [
  'pythonGet',
  'pythonResolve',
  'pythonMany',
  'pythonBatch',
  'pythonWatch',
  'pythonAsync',
  'pythonErrors',
  'pythonAccount',
  'sheets',
]

/** The samples about watchlists, besides those of the clients. */
export const watchIds = ['watchStart', 'watchCrm']

/** The samples that set up a host of agents, and a message that an agent sends. */
export const mcpIds = ['mcpHost', 'mcpMessage']

/** The samples for operators; the others are for callers. */
export const operatingIds = [
  'serve',
  'ready',
  'secret',
  'redis',
  'upstash',
  'service',
  'proxy',
  'mail',
  'backUp',
  'restore',
  'googleKey',
  'places',
  'stripe',
]

/** Returns the samples with this id, each once. @throws Error if no page has one. */
export function samplesWith(shown: readonly Shown[], id: string): [Shown, ...Shown[]] {
  const codes = new Map(
    shown.filter((sample) => sample.id === id).map((sample) => [sample.language + sample.code, sample]),
  )
  const [first, ...others] = codes.values()
  if (!first) throw new Error(`no page shows the sample "${id}"`)
  return [first, ...others]
}

/** Returns everything that pages show as code. */
export async function samplesOn(url: string, ...pages: readonly string[]): Promise<Shown[]> {
  const shown: Shown[] = []
  // One page after the other: each loads its own code at first, and a busy machine returns 503 to many at once.
  for (const page of pages) shown.push(...(await samplesOnPage(url, page)))
  return shown
}

async function samplesOnPage(url: string, page: string): Promise<Shown[]> {
  const response = await fetch(url + page)
  expect(response.status, page).toBe(200)
  const html = await response.text()
  const blocks = [...html.matchAll(/<pre\b([^>]*)>(.*?)<\/pre>/gs)].map(([, tag = '', text = '']) => ({
    ...Object.fromEntries([...tag.matchAll(/data-([\w-]+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
    code: textOfHtml(text),
  })) as Array<{ sample?: string; language?: string; 'answer-to'?: string; code: string }>
  const strays = blocks.filter((block) => !block.sample && !block['answer-to'])
  expect(strays, `${page} shows code that no test runs`).toEqual([])
  return blocks.flatMap(({ sample, language = '', code }) => {
    const prints = blocks.find((block) => block['answer-to'] === sample)?.code ?? null
    return sample ? [{ page, id: sample, language, code, prints }] : []
  })
}

/**
 * Signs someone up at a server, as a browser does, and makes a key.
 * @param operations that it may call; default: all but `keys`.
 */
export async function newKey(url: string, email = `${randomUUID()}@example.com`, operations?: string[]) {
  // Each person has an address, so that many can sign up at once.
  const address = `10.${[...randomBytes(3)].join('.')}`
  const headers = { 'content-type': 'application/json', origin: docsOrigin, 'x-forwarded-for': address }
  const signUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'correct horse battery', name: 'Reader' }),
  })
  const cookie = signUp.headers.getSetCookie().map((line) => line.split(';')[0])
  const created = await fetch(`${url}/api/trpc/keys.create`, {
    method: 'POST',
    headers: { ...headers, cookie: cookie.join('; ') },
    body: JSON.stringify({ name: 'Docs', ...(operations && { operations }) }),
  })
  const { result } = await created.json()
  return String(result.data.key)
}
