import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { passagesOf } from '@/scripts/prose/extract'
import { maxItems } from '@/server/entrances/trpc/listings/schemas'
import { maxOfAccount, maxOfServer } from '@/server/features/audit/log'
import * as batches from '@/server/features/batches/limits'
import { maxUnusedApps } from '@/server/features/sign-in/adapter/unused-apps'
import { limits, plans } from '@/server/metering/access/limits'
import { shortBytes } from '@/server/metering/access/long-body'
import { maxFailedCalls } from '@/server/metering/usage/failed-calls'
import { maxRequestBytes, maxVisitorBytes } from '@/server/platform/runtime/bounded-body'
import { maxHeldBytes, minBytesPerSecond } from '@/server/platform/runtime/held-bytes'

/** The files that quote limits. docs/performance.md and the changelog quote measurements or old limits. */
const files = execFileSync(
  'git',
  [
    'ls-files',
    'README.md',
    'SECURITY.md',
    'docs/*.md',
    'clients/*/README.md',
    'app/docs',
    'components/docs',
    'server/entrances/rest',
    'server/entrances/mcp',
    'server/entrances/trpc',
  ],
  { encoding: 'utf8' },
)
  .split('\n')
  .filter((file) => /\.(mdx?|tsx?)$/.test(file) && file !== 'docs/performance.md')

const texts = files.flatMap((file) => {
  const source = readFileSync(file, 'utf8')
  return passagesOf(file, source).map(({ text, line }) => ({ text, place: `${file}:${line}` }))
})

const [kibibyte, mebibyte, day] = [1024, 1024 * 1024, 86_400]

/** A limit's wording, with `#` for the number, and the numbers that the code allows there. */
const quotes: [quote: string, ...values: number[]][] = [
  ['# parts', batches.maxParts],
  ['# batches (?:of|with|and)', batches.maxBatches],
  ['# lines in the background', batches.maxLines],
  ['batches of up to # lines', batches.maxLines],
  ['batches (?:with|and) (?:up to )?# lines', batches.maxLinesStored],
  [
    '# lines (?:or|and) # MiB',
    batches.maxLinesStored,
    batches.maxScanned,
    batches.maxReadBytes / mebibyte,
    ...plans().map(({ batchBytes }) => batchBytes / mebibyte),
    batches.chunkLines,
    batches.maxPageBytes / mebibyte,
  ],
  ['# days after (?:it has ended|its end|the batch (?:has ended|ends)|it ended)', batches.keepSeconds / day],
  ['(?:a|an) batch that is never started \\| # days', batches.keepSeconds / day],
  ['# (?:files of results|result files)', batches.filesAtOnce.all],
  ['you can make # calls a day', limits.free.max],
  ['last # events', maxOfAccount, maxOfServer],
  ['last # failed calls', maxFailedCalls],
  ['# (?:apps that no|unconnected apps)', maxUnusedApps],
  ['# registrations an hour', limits.appsRegistered.max, limits.appsOfPage.max],
  ['(?:each of up to|1 to) # (?:items|links)', maxItems],
  ['# links (?:per|in one) call', maxItems],
  ['body (?:of|over|larger than) # KiB', maxRequestBytes / kibibyte, shortBytes / kibibyte],
  ['hold at most # KiB', maxHeldBytes.small / kibibyte],
  ['(?:less than|below|slowly than) # KiB', minBytesPerSecond / kibibyte],
  ['# KiB without', maxVisitorBytes / kibibyte, maxRequestBytes / kibibyte],
]

test.each(quotes)('every quoted limit matches the code: %s', (quote, ...values) => {
  const pattern = new RegExp(`(?<![\\d,.])${quote.replaceAll('#', '(\\d[\\d,]*)')}`, 'gi')
  const found = texts.flatMap(({ text, place }) =>
    [...text.matchAll(pattern)].flatMap(([, ...numbers]) =>
      numbers.map((number) => ({ place, number: Number(number.replaceAll(',', '')) })),
    ),
  )
  expect(found.filter(({ number }) => !values.includes(number))).toEqual([])
  expect(found, 'no text quotes this limit: remove its line, or correct the pattern').not.toEqual([])
})
