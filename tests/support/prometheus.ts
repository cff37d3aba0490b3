/** A scrape in the Prometheus text format. */
export interface Scrape {
  /** The number of series. */
  series: number
  /** The type of each metric. */
  types: ReadonlyMap<string, string>
  /** The values of the series, by their text: `name{label="value"}`. */
  values: ReadonlyMap<string, number>
  /** Adds up the series with this name and these labels. */
  sum(name: string, labels: Record<string, string>): number
  /** Whether a selector such as `a="b",c=~"d|e"` matches a series with this name. */
  has(name: string, matchers: string): boolean
}

interface Series {
  name: string
  labels: Record<string, string>
  value: number
}

/** Reads a scrape. @throws Error for a line that is not in the format, and for a duplicate series. */
export function readScrape(text: string): Scrape {
  const types = new Map<string, string>()
  const all = new Map<string, Series>()
  for (const line of text.split('\n')) {
    const [, typed, type] = /^# TYPE (\S+) (\w+)$/.exec(line) ?? []
    if (typed && type) types.set(typed, type)
    if (line === '' || line.startsWith('#')) continue
    const [, key = '', value = ''] = /^([a-z_:]+(?:\{.*\})?) (\S+)$/i.exec(line) ?? []
    const [, name = '', labels = ''] = /^([^{]+)(?:\{(.*)\})?$/.exec(key) ?? []
    if (name === '' || Number.isNaN(Number(value))) throw new Error(`This is no line of a scrape: ${line}`)
    if (all.has(key)) throw new Error(`This series comes twice: ${key}`)
    all.set(key, { name, value: Number(value), labels: labelsOf(labels) })
  }
  const series = [...all.values()]
  return {
    series: series.length,
    types,
    values: new Map([...all].map(([key, { value }]) => [key, value])),
    sum: (name, labels) =>
      series
        .filter(
          (one) => one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
        )
        .reduce((total, { value }) => total + value, 0),
    has: (name, matchers) => series.some((one) => one.name === name && matches(one.labels, matchers)),
  }
}

/**
 * Returns a scrape with other values.
 * @param values the new values, or functions of the old ones, by selectors such as `name{a="b"}`. Undefined removes the
 *   series.
 * @throws Error if a selector matches no series.
 */
export function changedScrape(
  scrape: Scrape,
  changes: Record<string, number | ((value: number) => number) | undefined>,
): Scrape {
  const values = new Map(scrape.values)
  for (const [selector, change] of Object.entries(changes)) {
    const [, name = '', matchers = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(selector) ?? []
    const keys = [...values.keys()].filter((key) => {
      const [, own = '', labels = ''] = /^([^{]+)(?:\{(.*)\})?$/.exec(key) ?? []
      return own === name && matches(labelsOf(labels), matchers)
    })
    if (keys.length === 0) throw new Error(`No series matches ${selector}`)
    for (const key of keys) {
      if (change === undefined) values.delete(key)
      else values.set(key, typeof change === 'number' ? change : change(values.get(key) ?? 0))
    }
  }
  return { ...scrape, values }
}

const labelsOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]))

/** Prometheus adds these labels itself. */
const added = ['job', 'instance']

function matches(labels: Record<string, string>, matchers: string): boolean {
  return [...matchers.matchAll(/(\w+)(=~|!=|=)"([^"]*)"/g)].every(([, name = '', how, value = '']) => {
    if (added.includes(name)) return true
    const own = labels[name] ?? ''
    if (how === '=~') return new RegExp(`^(?:${value})$`).test(own)
    return how === '=' ? own === value : own !== value
  })
}
