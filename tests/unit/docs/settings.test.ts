import { expect, expectTypeOf, test } from 'vitest'
import { settingGroups } from '@/components/docs/settings'
import type { Env } from '@/server/platform/settings/env'
import type { settings } from '@/server/platform/settings/settings'

/** `npm run task docs:settings` updates the page. */
test('docs/settings.md lists every setting with its default and meaning', async () => {
  await expect(settingsDocument()).toMatchFileSnapshot('../../../docs/settings.md')
})

test('every setting in the code is in the docs, with its meaning', () => {
  type Documented = { [Group in keyof typeof settings]: keyof (typeof settings)[Group] }[keyof typeof settings]
  // The type checker reports a variable that is in `env.ts` but not in `settings.ts`, or vice versa.
  expectTypeOf<Exclude<keyof Env, 'VERCEL' | `VERCEL_${string}`>>().toEqualTypeOf<
    Exclude<Documented, `KV_REST_API_${string}`>
  >()
  const documented = settingGroups().flatMap((group) => group.settings)
  expect(documented.length).toBeGreaterThan(50)
  for (const { name, meaning } of documented) expect(meaning, name).toMatch(/\.$/)
})

function settingsDocument(): string {
  const groups = settingGroups().map(({ title, settings }) => {
    const rows = settings.map(
      ({ name, preset, meaning, more }) =>
        `| \`${name}\` | ${shown(preset)} | ${meaning}${more ? ` [More](${more})` : ''} |`,
    )
    return [`## ${title}`, '', '| variable | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
  })
  return `${[introduction, ...groups].join('\n\n')}\n`
}

const introduction = `# Settings

Every setting is an environment variable, and every one has a default that works on one machine. You can also put them in \`.env\` and the
other files that Next reads; the environment overrides them. If a value is wrong, Pinref doesn't start, and lists every problem. An empty
value counts as unset.

\`npm run task docs:settings\` generates this page from [server/platform/settings/settings.ts](../server/platform/settings/settings.ts).`

/** Defaults in words are shown as text, and values as code. */
const shown = (preset: string) => (preset === '' || / /.test(preset) ? preset : `\`${preset}\``)
