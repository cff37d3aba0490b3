import type * as z from 'zod'
import { readEnv } from '@/server/platform/settings/env'
import { aboutOf, settings } from '@/server/platform/settings/settings'

/** Returns every setting with its default and meaning, grouped by purpose. */
export function settingGroups() {
  const defaults: Record<string, unknown> = readEnv({})
  return Object.entries<Record<string, z.ZodType>>(settings).map(([title, group]) => ({
    title,
    settings: Object.entries(group).map(([name, variable]) => {
      const { description, preset = String(defaults[name] ?? ''), more } = aboutOf(variable)
      return { name, meaning: description, preset, more }
    }),
  }))
}
