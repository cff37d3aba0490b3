import { expect } from 'vitest'
import { docsPages } from '@/components/docs/pages'
import { readDocument } from '@/components/docs/reference/document'
import { textOfHtml } from '../support/text-of-html'

/** The address that the pages are told they have. */
export const docsOrigin = 'https://pinref.example'

/** A sample as a page shows it. */
export interface Shown {
  page: string
  id: string
  language: string
  code: string
  /** What the page says that it prints; null where it says nothing. */
  prints: string | null
}

/** Every sample of the first page and of every page of the docs, as the server at an address shows it. */
export async function shownSamples(url: string): Promise<Shown[]> {
  const shown: Shown[] = []
  // One after the other: each loads code of its own at first, and a busy machine answers 503 to many at once.
  const operations = (await readDocument()).operations.map(({ id }) => `/docs/reference/${id}`)
  for (const path of ['/', ...docsPages.map(({ path }) => path), ...operations])
    shown.push(...(await samplesOn(url, path)))
  return shown
}

/** The samples of operations that need a key, under the ids of these in the OpenAPI document. */
export const endpointIds = [
  'batches-make',
  'batches-list',
  'batches-get',
  'batches-putPart',
  'batches-start',
  'batches-pause',
  'batches-resume',
  'batches-cancel',
  'batches-results',
  'batches-remove',
  'usage',
  'key',
]

/** The samples of the package on npm, which is installed for them. */
export const packageIds = [
  'packageInstall',
  'packageRead',
  'packageResolve',
  'packageMany',
  'packageErrors',
  'packageBatch',
  'commandServer',
  'commandLookup',
  'commandJson',
  'commandRead',
  'commandLines',
  'commandLogin',
  'commandBulk',
]

/** Those of clients. */
export const clientIds = ['pythonGet', 'pythonResolve', 'pythonMany', 'pythonBatch', 'pythonErrors', 'sheets']

/** What hosts of agents are set up with, and what an agent sends. */
export const mcpIds = ['mcpHost', 'mcpMessage']

/** The samples for operators; the others are for callers. */
export const operatingIds = [
  'serve',
  'ready',
  'secret',
  'redis',
  'upstash',
  'mail',
  'backUp',
  'restore',
  'googleKey',
  'places',
  'stripe',
]

/** Those with this id, each once, of which the pages must have at least one. */
export function samplesWith(shown: readonly Shown[], id: string): [Shown, ...Shown[]] {
  const codes = new Map(
    shown.filter((sample) => sample.id === id).map((sample) => [sample.language + sample.code, sample]),
  )
  const [first, ...others] = codes.values()
  if (!first) throw new Error(`no page shows the sample "${id}"`)
  return [first, ...others]
}

/** Everything that a page shows as code. */
export async function samplesOn(url: string, page: string): Promise<Shown[]> {
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

/** Signs somebody up at a server, as a browser does, and makes a key. */
export async function newKey(url: string, email = 'reader@example.com'): Promise<string> {
  const headers = { 'content-type': 'application/json', origin: docsOrigin }
  const signUp = await fetch(`${url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password: 'correct horse battery', name: 'Reader' }),
  })
  const cookie = signUp.headers.getSetCookie().map((line) => line.split(';')[0])
  const created = await fetch(`${url}/api/trpc/keys.create`, {
    method: 'POST',
    headers: { ...headers, cookie: cookie.join('; ') },
    body: JSON.stringify({ name: 'Docs' }),
  })
  const { result } = await created.json()
  return result.data.key
}
