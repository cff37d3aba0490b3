/*
 * Who made an account's counted calls, and for which client: counted by day in a field of the month's counts for each
 * source, in the step that counts the call (`sources.lua`). A renamed label applies to later calls only.
 */

/**
 * How many sources are counted in a month. More come up only if labels or keys are changed all the time; their calls
 * then count for no key and no client. A field takes up to 0.8 KB (a label of 400 bytes and 31 days), usually less than
 * 0.2 KB, so a month's counts grow by 400 KB at most.
 */
export const maxSources = 500

/** The callers besides keys, by id, and persons. */
const otherCallers = { '-': 'dashboard', watch: 'watchlists', revoked: 'revoked' } as const

/** Counted calls of one caller for one client. */
export interface Source {
  /** `dashboard`: neither a key nor a known person. `revoked`: keys that have been revoked in the month. `unknown`: not counted by caller. */
  caller: { keyId: string } | { personId: string } | (typeof otherCallers)[keyof typeof otherCallers] | 'unknown'
  /** The client's label at the time of the calls; null for none. */
  client: string | null
  /** In order, without days that had no calls. */
  days: Array<{ day: number; count: number }>
}

/**
 * Extracts the sources from a month's counts.
 * @param totals the month's counted calls by day. The rest of them is listed last, as `unknown`.
 */
export function sourcesOf(counts: Readonly<Record<string, unknown>>, totals: ReadonlyMap<number, number>): Source[] {
  const left = new Map(totals)
  const sources = Object.entries(counts).flatMap(([field, value]): Source[] => {
    const [, caller = '', client = ''] = /^by:([^:]+):(.*)$/s.exec(field) ?? []
    if (caller === '') return []
    const days = [...String(value).matchAll(/(\d\d)=(\d+)/g)]
      .map(([, day, count]) => ({ day: Number(day), count: Number(count) }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => a.day - b.day)
    for (const { day, count } of days) left.set(day, (left.get(day) ?? 0) - count)
    return days.length > 0 ? [{ caller: callerOf(caller), client: client || null, days }] : []
  })
  const rest = [...left].flatMap(([day, count]) => (count > 0 ? [{ day, count }] : [])).sort((a, b) => a.day - b.day)
  if (rest.length > 0) sources.push({ caller: 'unknown', client: null, days: rest })
  return sources
}

function callerOf(text: string): Source['caller'] {
  if (text.startsWith('person_')) return { personId: text.slice('person_'.length) }
  return otherCallers[text as keyof typeof otherCallers] ?? { keyId: text }
}
