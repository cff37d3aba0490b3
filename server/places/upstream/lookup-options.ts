/**
 * How much to look up. `none`: only what the text contains. `checked`: the current identifiers from the source, using
 * only free calls. `full`: also title, address, rating, and count.
 */
export const detailLevels = ['none', 'checked', 'full'] as const

export type DetailLevel = (typeof detailLevels)[number]

/**
 * What callers may choose for a lookup by link or identifier. The inputs of the API, batches and their stored settings,
 * MCP tools, clients, and the form on the page have these fields, and shared and cached lookups are kept apart by them.
 */
export interface LookupOptions {
  details: DetailLevel
}

/** The values of each option, and the value of an option that was not chosen. */
export const lookupOptionValues: {
  readonly [Name in keyof LookupOptions]: {
    readonly values: ReadonlyArray<LookupOptions[Name]>
    readonly fallback: LookupOptions[Name]
  }
} = {
  details: { values: detailLevels, fallback: 'full' },
}

const names = Object.keys(lookupOptionValues) as Array<keyof LookupOptions>

/**
 * Reads the options among other values, such as stored fields or an address; anything unknown is read as the fallback.
 */
export const readLookupOptions = (from: Partial<Readonly<Record<keyof LookupOptions, unknown>>>): LookupOptions =>
  Object.fromEntries(
    names.map((name) => {
      const { values, fallback } = lookupOptionValues[name]
      return [name, values.find((value) => value === from[name]) ?? fallback]
    }),
  ) as Record<keyof LookupOptions, never>

export const defaultLookupOptions: LookupOptions = readLookupOptions({})

/** Returns the options that differ from the fallbacks. */
export const chosenOptions = (options: LookupOptions): Partial<LookupOptions> =>
  Object.fromEntries(
    names.filter((name) => options[name] !== lookupOptionValues[name].fallback).map((name) => [name, options[name]]),
  )

/** Returns text that is equal for lookups with equal options; empty for the fallbacks. */
export const lookupOptionsKey = (options: LookupOptions): string =>
  Object.entries(chosenOptions(options))
    .map(([name, value]) => ` ${name}=${value}`)
    .join('')
