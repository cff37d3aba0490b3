import { readLanguage } from '@/server/places/upstream/lookup-options'
import type { Options } from './arguments.js'

/**
 * Returns the language of an environment, such as `de-DE` for `LANG=de_DE.UTF-8`; empty for none, such as `C`. As in
 * POSIX, `LC_ALL` overrides `LC_MESSAGES`, which overrides `LANG`, and an empty variable is ignored.
 */
export function environmentLanguage({ LC_ALL, LC_MESSAGES, LANG }: NodeJS.ProcessEnv): string {
  const [name = ''] = (LC_ALL || LC_MESSAGES || LANG || '').split(/[.@]/, 1)
  return readLanguage(name.replaceAll('_', '-')) ?? ''
}

/** Returns the language of names and addresses: `--language`, or else the environment's; empty for Google's default. */
export const languageOf = ({ language, details }: Options): string =>
  language || (details === 'full' ? environmentLanguage(process.env) : '')
