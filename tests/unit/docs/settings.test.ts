import { expect, expectTypeOf, test } from 'vitest'
import { settingGroups } from '@/components/docs/settings'
import type { Env } from '@/server/platform/settings/env'
import { planFields } from '@/server/platform/settings/plan-table'
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
  const fields = Object.entries(planFields).map(([name, field]) => `| \`${name}\` | ${field.meta()?.description} |`)
  return `${[introduction, ...groups, [ownPlans, ...fields].join('\n'), changedPlans].join('\n\n')}\n`
}

const introduction = `# Settings

Every setting is an environment variable, and every one has a default that works on one machine. You can also put them in \`.env\` and the
other files that Next reads; the environment overrides them. If a value is wrong, Pinref doesn't start, and lists every problem. An empty
value counts as unset.

\`npm run task docs:settings\` generates this page from [server/platform/settings/settings.ts](../server/platform/settings/settings.ts).`

const ownPlans = `## Plans of your own

\`PLANS\` is a JSON array of 1 to 20 plans, or the path to a file that contains the array. On Vercel, use the JSON itself. Use the same plans on
every machine. List the plan with the smallest quota first. Every account starts on the first plan, which must be free. If you use Stripe, no
other plan can be free.

\`\`\`json
[
  { "id": "free", "name": "Free", "monthlyQuota": 500, "monthlyPriceCents": 0 },
  { "id": "team", "name": "Team", "monthlyQuota": 20000, "monthlyPriceCents": 4900, "stripePriceId": "price_1AbC" },
  { "id": "no-limit", "name": "No limit", "monthlyQuota": null, "monthlyPriceCents": 49900 }
]
\`\`\`

| field | meaning |
| --- | --- |`

const changedPlans = `- **If you remove a plan**, its accounts move to the first plan and quota without notice. Stripe keeps charging them, so cancel their
  subscriptions first. If you later add a plan with the same id, those accounts return to it.
- **If you lower \`watched\`**, watchlists of accounts over the limit wait (reason: \`plan\`) until the owners remove listings or upgrade.
  Nothing is deleted.
- **If you have a Google key but don't use Stripe**, people can't choose a plan. The pricing page shows your contact email instead. Accounts on
  a larger plan keep it.`

/** Defaults in words are shown as text, and values as code. */
const shown = (preset: string) => (preset === '' || / /.test(preset) ? preset : `\`${preset}\``)
