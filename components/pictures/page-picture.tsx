import { errorHelp } from '@/components/docs/error-help'
import { docsPages } from '@/components/docs/pages'
import { referencePages } from '@/components/docs/reference/reference-pages'
import { headline } from '@/components/site/headline'
import { description } from '@/package.json'
import { errorCodes } from '@/server/platform/problems/errors'
import { problems } from '@/server/platform/problems/problem'
import { ink, Sheet } from './sheet'

/** A page's picture: the page's title and content. */
export const PagePicture = ({ host, card: { title, about } }: { host: string; card: PageCard }) => (
  <Sheet host={host}>
    <div style={{ display: 'flex', flexDirection: 'column', gap: 24, maxWidth: 1_000 }}>
      <div
        style={{
          fontSize: title.length > 30 ? 76 : 92,
          fontWeight: 600,
          letterSpacing: '-0.035em',
          lineHeight: 1.05,
          textWrap: 'balance',
        }}
      >
        {title}
      </div>
      <div style={{ fontSize: 36, color: ink.soft, lineHeight: 1.35 }}>{about}</div>
    </div>
  </Sheet>
)

/** The text in a page's picture. */
interface PageCard {
  title: string
  about: string
}

const start: PageCard = { title: headline, about: description }

/** Every page that people share, by its path. */
const cards = new Map<string, PageCard>([
  ['/', start],
  [
    '/bulk',
    { title: 'Look up many links at once', about: 'Links, place ids, CIDs, and names, from a list or a file.' },
  ],
  ['/pricing', { title: 'Pricing', about: 'What’s free, and what each plan includes.' }],
  ['/changelog', { title: 'Changelog', about: 'What’s new in Pinref.' }],
  ['/status', { title: 'Status', about: 'The current status and the last outages.' }],
  ['/terms', { title: 'Terms', about: 'What you get, what you may do, and what it costs.' }],
  ['/privacy', { title: 'Privacy', about: 'What is stored, for how long, and who sees it.' }],
  ['/contact', { title: 'Contact', about: 'How to reach the person who runs this server.' }],
  ['/sign-up', { title: 'Get an API key', about: 'A free account and a key for the API.' }],
  ...docsPages.map(({ path, title, about }): [string, PageCard] => [path, { title, about }]),
  ...errorCodes.map((code): [string, PageCard] => [
    `/docs/errors/${code}`,
    { title: problems[code].title, about: errorHelp[code].meaning },
  ]),
])

/** Returns a page's card; the start page's card for any other path. */
export const cardOf = async (path: string): Promise<PageCard> => cards.get(path) ?? (await operationCard(path)) ?? start

/** Returns a reference page's card. */
async function operationCard(path: string): Promise<PageCard | null> {
  if (!path.startsWith('/docs/reference/')) return null
  const page = (await referencePages()).find((one) => one.path === path)
  return page ? { title: page.title, about: `${page.operation.summary}.` } : null
}
