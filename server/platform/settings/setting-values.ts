import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { redisUrlFault } from './redis-url'

/*
 * Schemas for the kinds of settings: URLs, numbers, lists, and text. Error messages start with a verb, because the
 * variable's name precedes them.
 */

export const url = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL like https://example.com' })
  .transform((text) => text.replace(/\/$/, ''))

/** A URL without a path. Sign-in and emails use only the origin, so a path would be dropped. */
export const origin = z
  .string()
  .refine(isOrigin, 'must be a URL like https://pinref.example.com, without a user, path, query or fragment')
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
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine(
      (value) => value >= least && value <= most,
      // Formatting a number loads locale data, so it waits for an error.
      { error: () => `must be from ${least.toLocaleString('en')} to ${most.toLocaleString('en')}` },
    )

export const secret = (leastCharacters: number) =>
  z.string().min(leastCharacters, `must have at least ${leastCharacters} characters`).optional()

/** Comma-separated values. An empty string is an empty list. */
const list = z
  .string()
  .default('')
  .transform((all) => all.split(',').flatMap((part) => part.trim() || []))

export const secrets = (leastCharacters: number) =>
  list.refine(
    (all) => all.every(({ length }) => length >= leastCharacters),
    `must be secrets separated by commas, each with at least ${leastCharacters} characters`,
  )

export const ports = list
  .refine(
    (all) => all.every((port) => /^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535),
    'must be ports from 1 to 65,535, separated by commas',
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
  .refine((all) => all.every((email) => /^[^@]+@[^@]+$/.test(email)), 'must be email addresses, separated by commas')

export const email = z
  .string()
  .trim()
  .regex(/^[^\s<>@]+@[^\s<>@]+$/, 'must be an email address')
  .optional()

export const smtpUrl = z
  .string()
  .regex(/^smtps?:\/\/[^/]/, 'must be a URL that begins with smtp:// or smtps://')
  .optional()

/** The operator's own text: Markdown, or the URL of a page. */
export type SiteText = { markdown: string } | { url: string }

/** Parses a URL, the path to a `.md` file, or Markdown. The file is read only once. */
export const siteText = z.string().transform((setting, context): SiteText => {
  const trimmed = setting.trim()
  if (/^https?:\/\/\S+$/.test(trimmed) && URL.canParse(trimmed)) return { url: trimmed }
  if (!/^[^\n]+\.md$/i.test(trimmed)) return { markdown: trimmed }
  try {
    return { markdown: readFileSync(trimmed, 'utf8') }
  } catch (error) {
    context.addIssue({
      code: 'custom',
      message: `can't be read as a file (${(error as Error).message})`,
    })
    return z.NEVER
  }
})
