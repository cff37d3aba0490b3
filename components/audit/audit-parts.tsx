'use client'

import type { ReactNode } from 'react'
import { findingLabel, findingsByUrgency } from '@/components/batches/finding-words'
import { formatNumber } from '@/components/format/number'
import { Button } from '@/components/ui/button'
import { AnswerCard } from '@/components/ui/card'
import { SiteLink } from '@/components/ui/site-link'
import type { Finding } from '@/server/features/lists/audit'
import { type Counts, headline, type Noun, overlapWords, type Parts, partsOf, partWords } from './figures'

interface SummaryProps {
  counts: Counts
  /** All lines or listings. */
  total: number
  noun: Noun
  facts: ReadonlyArray<[label: string, value: ReactNode]>
  /** What has changed; null if unknown. */
  since: string | null
  figures: readonly Figure[]
}

/** The figures of an audit. They stay together on a printed page. */
export function Summary({ counts, total, noun, facts, since, figures }: SummaryProps) {
  const overlap = overlapWords(counts, total, noun)
  return (
    <AnswerCard className="print:break-inside-avoid print:shadow-none print:[&>:first-child]:hidden">
      <h2 className="text-title font-semibold">{headline(counts, total, noun)}</h2>
      <dl className="mt-1 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="flex gap-1.5">
            <dt className="text-soft">{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {total > 0 && <PartsBar parts={partsOf(counts, total)} noun={noun} />}
      {since && <p className="mt-4 font-medium">{since}</p>}
      <Figures figures={figures} />
      {overlap && <p className="mt-4 text-sm text-soft">{overlap}</p>}
    </AnswerCard>
  )
}

const looks: Readonly<Record<keyof Parts, string>> = { fine: 'bg-done', to_fix: 'bg-limit', not_checked: 'hatched-ink' }

/** The division of a list as a bar, and in words. */
function PartsBar({ parts, noun }: { parts: Parts; noun: Noun }) {
  const present = (Object.keys(looks) as Array<keyof Parts>).filter((part) => parts[part] > 0)
  return (
    <figure className="mt-4">
      <div
        aria-hidden="true"
        className="flex h-4 overflow-hidden rounded-sm border border-ink bg-sheet [print-color-adjust:exact]"
      >
        {present.map((part) => (
          <div
            key={part}
            // So narrow a part would not be seen otherwise.
            style={{ flexGrow: parts[part], flexBasis: 0, minWidth: '3px' }}
            className={`border-e border-ink last:border-e-0 ${looks[part]}`}
          />
        ))}
      </div>
      <figcaption className="mt-2">
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {present.map((part) => (
            <li key={part} className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className={`size-3 shrink-0 rounded-[2px] border border-ink [print-color-adjust:exact] ${looks[part]}`}
              />
              {partWords(part, parts[part], noun)}
            </li>
          ))}
        </ul>
      </figcaption>
    </figure>
  )
}

interface Figure {
  label: string
  /** A count, or why there is none. */
  value: number | string
  href: string | undefined
}

/**
 * Returns the figures of an audit.
 * @param unknown the findings that this audit couldn't determine.
 * @param hrefOf returns the page that shows the lines with a finding; omitted if there is none.
 */
export function figuresOf(
  counts: Counts,
  unknown: readonly Finding[],
  hrefOf?: (finding: Finding | 'fine') => string,
): Figure[] {
  return [
    { label: 'Fine', value: counts.fine, href: hrefOf?.('fine') },
    ...findingsByUrgency.flatMap((finding) => {
      const count = counts[finding]
      if (count === undefined) return []
      const value = count === 0 && unknown.includes(finding) ? 'Not checked' : count
      return [{ label: findingLabel(finding), value, href: hrefOf?.(finding) }]
    }),
  ]
}

const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-4 border-t border-rule pt-4 sm:grid-cols-4">
    {figures.map(({ label, value, href }) => (
      <div key={label} className="flex min-w-0 flex-col-reverse justify-end">
        <dt className="text-sm text-soft">
          {href === undefined || value === 0 ? (
            label
          ) : (
            <SiteLink
              href={href}
              className="underline decoration-edge underline-offset-4 hover:decoration-ink print:no-underline"
            >
              {label}
            </SiteLink>
          )}
        </dt>
        <dd className={typeof value === 'number' ? 'text-title font-semibold' : 'leading-[1.65rem]'}>
          {typeof value === 'number' ? formatNumber(value) : value}
        </dd>
      </div>
    ))}
  </dl>
)

interface NoticeProps {
  /** What the audit doesn't know. Printed, unlike the rest. */
  words: string
  /** What it takes to find out. */
  cost?: string
  children?: ReactNode
}

export const Notice = ({ words, cost, children }: NoticeProps) => (
  <div className="mt-4 rounded-md bg-limit-wash px-4 py-3 text-sm print:bg-transparent print:px-0">
    <p>
      <span className="font-medium">{words}</span> {cost && <span className="print:hidden">{cost}</span>}
    </p>
    {children && <div className="mt-3 flex flex-wrap gap-2 print:hidden">{children}</div>}
  </div>
)

export const Actions = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap items-start gap-2 print:hidden">{children}</div>
)

/** Opens the browser's print dialog, which can also save a PDF. @param isReady whether the page is complete. */
export const PrintButton = ({ isReady }: { isReady: boolean }) => (
  <Button look="primary" busy={!isReady} className="px-4! py-2! text-sm!" onClick={() => window.print()}>
    Print or save as PDF
  </Button>
)

/** Explains why there is no audit. @param isComing whether there will be one. */
export const NoAudit = ({ isComing, words, children }: { isComing: boolean; words: string; children?: ReactNode }) => (
  <AnswerCard>
    <h2 className="text-title font-semibold">{isComing ? 'No audit yet' : 'No audit'}</h2>
    <p role="status" className="mt-2 max-w-[44rem]">
      {words}
    </p>
    {children}
  </AnswerCard>
)

export const Link = ({ href, children }: { href: string; children: ReactNode }) => (
  <SiteLink
    href={href}
    className="text-sm underline decoration-edge underline-offset-4 hover:decoration-ink print:hidden"
  >
    {children}
  </SiteLink>
)

/** Returns where an audit's facts come from, in words. */
export const sourceWords = (isSample: boolean): string =>
  isSample ? 'Sample data' : 'Google Maps, through the Places API'
