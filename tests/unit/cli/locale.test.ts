import { expect, test } from 'vitest'
import { environmentLanguage } from '@/clients/npm/src/cli/locale'

test.each([
  [{ LANG: 'de_DE.UTF-8' }, 'de-DE'],
  [{ LANG: 'ca_ES.UTF-8@valencia' }, 'ca-ES'],
  [{ LANG: 'ja' }, 'ja'],
  [{ LC_ALL: 'fr_FR.UTF-8', LC_MESSAGES: 'it_IT', LANG: 'de_DE' }, 'fr-FR'],
  [{ LC_ALL: '', LC_MESSAGES: 'it_IT', LANG: 'de_DE' }, 'it-IT'],
  [{ LC_ALL: 'C', LANG: 'de_DE.UTF-8' }, ''],
  [{ LANG: 'C.UTF-8' }, ''],
  [{ LANG: 'POSIX' }, ''],
  [{ LANG: '' }, ''],
  [{ LANG: 'german' }, ''],
  [{}, ''],
])('the language of the environment %j is “%s”', (env, language) => {
  expect(environmentLanguage(env as NodeJS.ProcessEnv)).toBe(language)
})
