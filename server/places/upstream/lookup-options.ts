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
  /** The language of the title and address, from `readLanguage`; empty for the source's default. */
  language: string
}

/** The maximum length of a language in a request. RFC 5646 recommends room for 35 characters. */
export const longestLanguage = 35

/**
 * Reads a language tag (BCP 47). Returns its language, script, and region in their usual spelling, such as `zh-Hant-TW`
 * for `ZH-hant-tw-u-ca-roc`, because the rest does not change a title; null if it is not a tag.
 */
export function readLanguage(tag: string): string | null {
  if (tag.length > longestLanguage) return null
  try {
    const { language, script, region } = new Intl.Locale(tag)
    // Only these have an assigned meaning; `und` is an unknown language.
    if (!/^[a-z]{2,3}$/.test(language) || language === 'und') return null
    return [language, script, region].filter(Boolean).join('-')
  } catch {
    return null
  }
}

/**
 * What an option accepts: one of several values, or text that `read` validates and normalizes. `fallback` is the value
 * of an option that was not chosen.
 */
type LookupOption<Value> = { readonly fallback: Value } & (
  | { readonly values: readonly Value[] }
  | {
      readonly read: (text: string) => Value | null
      /** What the text must be, for messages. */
      readonly expects: string
    }
)

/** The values that each option accepts. */
export const lookupOptionValues: { readonly [Name in keyof LookupOptions]: LookupOption<LookupOptions[Name]> } = {
  details: { values: detailLevels, fallback: 'full' },
  language: { read: readLanguage, expects: 'a language tag, such as ja or pt-BR', fallback: '' },
}

const names = Object.keys(lookupOptionValues) as Array<keyof LookupOptions>

/** Returns an option's value in the form that is used and stored; null if the option does not accept it. */
export function readLookupOption<Name extends keyof LookupOptions>(
  name: Name,
  value: unknown,
): LookupOptions[Name] | null {
  const option: LookupOption<LookupOptions[Name]> = lookupOptionValues[name]
  if ('values' in option) return option.values.find((one) => one === value) ?? null
  return typeof value === 'string' ? option.read(value) : null
}

/** Returns what an option must be, such as "one of none, checked, full". */
export function expectedValue(name: keyof LookupOptions): string {
  const option: LookupOption<string> = lookupOptionValues[name]
  return 'values' in option ? `one of ${option.values.join(', ')}` : option.expects
}

/**
 * Reads the options among other values, such as stored fields or an address; anything unknown is read as the fallback.
 */
export const readLookupOptions = (from: Partial<Readonly<Record<keyof LookupOptions, unknown>>>): LookupOptions =>
  Object.fromEntries(
    names.map((name) => [name, readLookupOption(name, from[name]) ?? lookupOptionValues[name].fallback]),
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
