import { readLanguage } from '@/server/places/upstream/lookup-options'

/**
 * The languages with the most speakers, and those of review kits. Chinese has the tags that Google documents
 * (https://developers.google.com/maps/faq#languagesupport).
 */
const common =
  'ar bn de en es fa fil fr gu he hi id it ja ko mr nl pa pl pt pt-PT ru sv sw ta te th tr uk ur vi zh-CN zh-TW'.split(
    ' ',
  )

const namesIn = (locale: string) => new Intl.DisplayNames(locale, { type: 'language' })
const english = namesIn('en')

/** Returns a language's name in English: "Japanese". */
export const languageName = (tag: string): string => (readLanguage(tag) && english.of(tag)) ?? tag

/** Returns a language's name in English and in the language itself: "Japanese · 日本語". */
export function languageLabel(tag: string): string {
  const [first = '', ...rest] = namesIn(tag).of(tag) ?? tag
  return [...new Set([languageName(tag), first.toLocaleUpperCase(tag) + rest.join('')])].join(' · ')
}

/** Returns the languages to choose from, after a person's own, in the order of their names. */
export const otherLanguages = (own: readonly string[]): string[] =>
  common.filter((tag) => !own.includes(tag)).sort((a, b) => languageName(a).localeCompare(languageName(b), 'en'))

/** Whether two tags have the same language, such as `pt-BR` and `pt`. */
export const isSameLanguage = (one: string, other: string): boolean => baseOf(one) === baseOf(other)

const baseOf = (tag: string) => (readLanguage(tag) ?? tag).split('-', 1)[0]
