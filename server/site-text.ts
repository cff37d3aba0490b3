import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** A text of the operator: Markdown to show, or the address of a page that has it. */
export type SiteText = { markdown: string } | { url: string }

/** The setting of a text: an address, the path of a `.md` file, or the Markdown itself. A file is read once. */
export const siteText = z.string().transform((setting, context): SiteText => {
  const given = setting.trim()
  if (/^https?:\/\/\S+$/.test(given) && URL.canParse(given)) return { url: given }
  if (!/^[^\n]+\.md$/i.test(given)) return { markdown: given }
  try {
    return { markdown: readFileSync(given, 'utf8') }
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `is the path of a file that cannot be read (${(error as Error).message})`,
    })
    return z.NEVER
  }
})
