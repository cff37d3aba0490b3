import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { redisUrlFault } from './redis-url'

/*
 * What a setting may be: an address, a number, a list, a text. Each message follows the name of the variable.
 */

export const url = z
  .url({ protocol: /^https?$/, error: 'is an address like https://example.com, with http or https' })
  .transform((text) => text.replace(/\/$/, ''))

/** An address without a path: sign-in and mails use only the origin, so a path would be lost there. */
export const origin = z
  .string()
  .refine(isOrigin, 'is an address like https://pinref.example.com, without a user, path, query or fragment')
  .transform((text) => new URL(text).origin)

function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, pathname, search, hash, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && pathname === '/' && !(search || hash || username || password)
}

export const text = z.string().optional()

export const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .regex(/^\d+$/, 'is a whole number')
    .transform(Number)
    .refine(
      (value) => value >= least && value <= most,
      `is from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}`,
    )

export const secret = (leastCharacters: number) =>
  z.string().min(leastCharacters, `is at least ${leastCharacters} characters`).optional()

/** Values separated by commas; an empty text has none. */
const list = z
  .string()
  .default('')
  .transform((all) => all.split(',').flatMap((part) => part.trim() || []))

export const secrets = (leastCharacters: number) =>
  list.refine(
    (all) => all.every(({ length }) => length >= leastCharacters),
    `is secrets of at least ${leastCharacters} characters each, separated by commas`,
  )

export const ports = list
  .refine(
    (all) => all.every((port) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535),
    'is ports from 1 to 65,535, separated by commas',
  )
  .transform((all) => all.map(Number))

export const redisUrl = z
  .string()
  .superRefine((text, context) => {
    const message = redisUrlFault(text)
    if (message) context.addIssue({ code: 'custom', message })
  })
  .optional()

export const emails = z
  .string()
  .default('')
  .transform((all) => all.split(/[\s,]+/).filter(Boolean))
  .refine((all) => all.every((email) => /^[^@]+@[^@]+$/.test(email)), 'is email addresses, separated by commas')

export const email = z
  .string()
  .trim()
  .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'is an email address')
  .optional()

export const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^/]/, 'is an address (smtp:// or smtps://)')
  .optional()

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
