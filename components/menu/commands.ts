import { placesFor } from '@/components/site/pages'
import type { Outputs } from '@/components/trpc/client'
import { pageWords } from './page-words'

/** A command's action. */
type Run =
  | { open: string }
  /** Opens another account, by its id. */
  | { account: string }
  | { theme: 'light' | 'dark' | 'system' }
  | { act: 'copy request' | 'shortcuts' | 'sign out' }

/** An option of the menu. */
export interface Command {
  /** Unique in the menu. */
  id: string
  group: 'Go to' | 'Keys' | 'Batches' | 'Watchlists' | 'Accounts' | 'Actions'
  title: string
  /** Beside the title. */
  hint?: string
  /** Other words that find the option. These words are not shown. */
  words?: string
  /** The keys that do the same thing. */
  keys?: readonly string[]
  run: Run
}

/** Returns the URL of a key on the keys page: its dialog for an action, or only its row. */
const keyAddress = (id: string, action?: 'rename' | 'limits' | 'rotate' | 'revoke') =>
  `/keys?key=${encodeURIComponent(id)}${action ? `&action=${action}` : ''}`

const themes = [
  ['light', 'Light mode'],
  ['dark', 'Dark mode'],
  ['system', 'System mode'],
] as const

/** Returns the commands that need no data from the server: pages and actions. */
export function fixedCommands(isSignedIn: boolean): Command[] {
  const act = (id: string, title: string, words: string, run: Run, keys?: string[]): Command => ({
    id,
    group: 'Actions',
    title,
    words,
    run,
    ...(keys && { keys }),
  })
  return [
    ...placesFor(isSignedIn).map(
      ({ href, name, letter }): Command => ({
        id: `go ${href}`,
        group: 'Go to',
        title: name,
        words: `${pageWords[href] ?? ''} go open page`,
        run: { open: href },
        ...(letter && { keys: ['g', letter] }),
      }),
    ),
    ...(isSignedIn
      ? [
          act('new key', 'New key', 'create add api', { open: '/keys?action=new' }),
          act('new watchlist', 'New watchlist', 'create add monitor', { open: '/watchlists?action=new' }),
          act('new account', 'New account', 'create add company team organization', { open: '/accounts#new' }),
        ]
      : []),
    act('copy request', 'Copy a sample request', 'code curl javascript python php go snippet', { act: 'copy request' }),
    ...themes.map(([theme, title]) => act(theme, title, 'theme switch colors appearance', { theme })),
    act('shortcuts', 'Keyboard shortcuts', 'keys help', { act: 'shortcuts' }, ['?']),
    ...(isSignedIn ? [act('sign out', 'Sign out', 'log out logout leave', { act: 'sign out' })] : []),
  ]
}

type Key = Pick<Outputs['keys']['list'][number], 'id' | 'name' | 'start' | 'expires' | 'test'>

/**
 * Returns the commands for a key: its row on the keys page, and its dialogs there. An expired key cannot be rotated.
 */
export function keyCommands({ id, name, start, expires, test }: Key, nowSeconds: number): Command[] {
  const isOver = expires !== null && expires <= nowSeconds
  const step = (action: 'rename' | 'limits' | 'rotate' | 'revoke', title: string, words: string): Command => ({
    id: `${action} ${id}`,
    group: 'Actions',
    title,
    hint: `${start}…`,
    words,
    run: { open: keyAddress(id, action) },
  })
  return [
    {
      id: `key ${id}`,
      group: 'Keys',
      title: name,
      hint: `${start}…`,
      words: `key ${test ? 'test' : 'live'}`,
      run: { open: keyAddress(id) },
    },
    ...(isOver ? [] : [step('rotate', `Rotate “${name}”`, 'key replace renew')]),
    step('limits', `Edit limits for “${name}”`, 'key change expiry addresses'),
    step('rename', `Rename “${name}”`, 'key edit change name'),
    step('revoke', `Revoke “${name}”`, 'key delete remove'),
  ]
}

type Batch = Pick<Outputs['batches']['get'], 'id' | 'name' | 'state' | 'created_at' | 'line_counts'>

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

export function batchCommand(batch: Batch): Command {
  const { id, name, state, created_at, line_counts: lines } = batch
  const made = moment.format(Date.parse(created_at))
  return {
    id,
    group: 'Batches',
    title: name ?? `Batch from ${made}`,
    hint: `${name === null ? '' : `${made}, `}${lines.total.toLocaleString('en')} ${lines.total === 1 ? 'line' : 'lines'}, ${state}`,
    words: `${id} batch bulk results`,
    run: { open: `/batches/${id}` },
  }
}

type Watchlist = Pick<Outputs['watchlists']['get'], 'id' | 'name' | 'listing_counts'>

export const watchlistCommand = ({ id, name, listing_counts: { total } }: Watchlist): Command => ({
  id,
  group: 'Watchlists',
  title: name,
  words: `${id} watchlist changes`,
  hint: `${total.toLocaleString('en')} ${total === 1 ? 'listing' : 'listings'}`,
  run: { open: `/watchlists/${id}` },
})

type Accounts = Outputs['accounts']['list']

/** Returns the commands that open the person's other accounts. */
export const accountCommands = ({ accounts, current }: Accounts): Command[] =>
  accounts
    .filter(({ id }) => id !== current?.id)
    .map(({ id, name, plan }) => ({
      id: `account ${id}`,
      group: 'Accounts',
      title: name,
      hint: plan,
      words: 'switch account open team',
      run: { account: id },
    }))

/** Whether a command opens a dialog that changes something, which viewers can't. */
export const isChange = ({ run }: Command): boolean => 'open' in run && run.open.includes('action=')

const maxPerGroup = 6

/** The order of groups that a query matches equally well. */
const groups = ['Keys', 'Batches', 'Watchlists', 'Accounts', 'Actions', 'Go to'] as const

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}?_]+/u)
    .filter(Boolean)

/** Words that don't help find a command. */
const fillers = new Set(['a', 'an', 'the', 'my', 'to', 'for', 'of', 'go', 'open', 'show'])

/** Returns how well a command matches words: 0 if a word is missing. */
function scoreOf({ title, hint = '', words = '' }: Command, queryWords: readonly string[]): number {
  const [inTitle, others] = [wordsOf(title), wordsOf(`${hint} ${words}`)]
  let score = 0
  for (const word of queryWords) {
    const best = Math.max(
      inTitle.includes(word) ? 8 : 0,
      inTitle.some((one) => one.startsWith(word)) ? 6 : 0,
      others.includes(word) ? 4 : 0,
      others.some((one) => one.startsWith(word)) ? 3 : 0,
      // The end of a key, or part of a compound word.
      word.length > 2 && [...inTitle, ...others].some((one) => one.includes(word)) ? 1 : 0,
    )
    if (best === 0) return 0
    score += best
  }
  // If two titles have all the words, prefers the one with fewer other words.
  return score + queryWords.length / (inTitle.length + queryWords.length)
}

/** Commands under a heading. */
export interface CommandGroup {
  name: Command['group']
  commands: Command[]
}

/**
 * Returns the commands that match every word of a query, in groups, best first. If there is no query, returns the fixed
 * ones in their own order.
 * @param fixed pages and actions.
 * @param own commands for the account's keys, batches, and watchlists.
 */
export function matches(fixed: readonly Command[], own: readonly Command[], query: string): CommandGroup[] {
  const all = wordsOf(query)
  const meaningful = all.filter((word) => !fillers.has(word))
  const queryWords = meaningful.length > 0 ? meaningful : all
  const grouped = (commands: readonly Command[], most: number) =>
    groups
      .map((name) => ({ name, commands: commands.filter(({ group }) => group === name).slice(0, most) }))
      .filter(({ commands }) => commands.length > 0)
  if (query.trim() === '') return grouped(fixed, fixed.length).reverse()
  if (queryWords.length === 0) return []
  const scores = new Map([...fixed, ...own].map((command) => [command, scoreOf(command, queryWords)]))
  const score = (command: Command | undefined) => (command && scores.get(command)) ?? 0
  const found = [...scores.keys()].filter((one) => score(one) > 0).sort((a, b) => score(b) - score(a))
  // The group with the best match is first; ties keep their order.
  const best = ({ commands }: CommandGroup) => Math.floor(score(commands[0]))
  return grouped(found, maxPerGroup).sort((a, b) => best(b) - best(a))
}

/** Returns the request id in a string, in the form of `X-Request-Id`; null if there is none. */
export function requestIdIn(text: string): string | null {
  const [, id] =
    /^\s*(?:["']?(?:x-)?request[- _]?id["']?\s*[:=]?\s*)?["']?([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})["',]*\s*$/i.exec(
      text,
    ) ?? []
  return id?.toLowerCase() ?? null
}

/** Returns the batch id if the string is one; otherwise null. */
export const batchIdIn = (text: string): string | null => /^\s*(batch_\w{16})\s*$/.exec(text)?.[1] ?? null
