import { availableParallelism } from 'node:os'
import type { TestResult } from './result'
import { type Outcome, seconds } from './step'

/** The fraction of its time limit that a test may use on an idle machine. */
const maxShare = 0.1

/** The number of slowest files to list. */
const slowestFiles = 15

/** Summarizes what ran, where the time went, and which tests are slow, with the totals alone on the last line. */
export function summaryOf(
  outcomes: readonly Outcome[],
  tookMs: number,
  languagesLeftOut: readonly string[] = [],
): string {
  const results = outcomes.flatMap((outcome) => outcome.results)
  const { passed, failed, skipped } = countsOf(results)
  const cpuMs = outcomes.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  return [
    '',
    table(
      ['step', 'took', 'processor time'],
      outcomes.map(({ step, tookMs, cpuMs }) => [step.name, seconds(tookMs), seconds(cpuMs)]),
    ),
    '',
    suiteTable(results),
    '',
    fileTable(results),
    '',
    ...slowTests(results),
    ...results.filter(({ state }) => state === 'failed').map(({ suite, name }) => `FAILED ${suite}: ${name}`),
    ...(languagesLeftOut.length > 0 ? [`Left out: the code samples in ${languagesLeftOut.join(', ')}`] : []),
    `All of it took ${seconds(tookMs)}, and ${seconds(cpuMs)} of processor time on ${availableParallelism()} cores.`,
    `${passed} passed, ${failed} failed, ${skipped} skipped`,
    '',
  ].join('\n')
}

function countsOf(results: readonly TestResult[]) {
  const count = (expected: TestResult['state']) => results.filter(({ state }) => state === expected).length
  return { passed: count('passed'), failed: count('failed'), skipped: count('skipped') }
}

/** Lists the suites by the total time of their tests, longest first. */
function suiteTable(results: readonly TestResult[]): string {
  const suites = [...new Set(results.map(({ suite }) => suite))].map((suite) => {
    const own = results.filter((result) => result.suite === suite)
    return { suite, ...countsOf(own), tookMs: own.reduce((sum, { tookMs }) => sum + tookMs, 0) }
  })
  const rows = suites
    .sort((a, b) => b.tookMs - a.tookMs)
    .map(({ suite, passed, failed, skipped, tookMs }) => [
      suite,
      `${passed}`,
      `${failed}`,
      `${skipped}`,
      seconds(tookMs),
    ])
  return table(['suite', 'passed', 'failed', 'skipped', 'tests took'], rows)
}

/** Lists the files that took longest, including their setup. */
function fileTable(results: readonly TestResult[]): string {
  const files = new Map<string, { suite: string; tookMs: number }>()
  for (const { suite, file, tookMs, preparedMs = 0 } of results) {
    if (!file) continue
    files.set(file, { suite, tookMs: (files.get(file)?.tookMs ?? 0) + tookMs + preparedMs })
  }
  const rows = [...files]
    .sort(([, a], [, b]) => b.tookMs - a.tookMs)
    .slice(0, slowestFiles)
    .map(([file, { suite, tookMs }]) => [file, suite, seconds(tookMs)])
  return table(['slowest files', 'suite', 'took'], rows)
}

/**
 * Lists the tests that came closest to their time limits.
 * Times depend on the machine, so slow tests only cause a warning.
 */
function slowTests(results: readonly TestResult[]): string[] {
  const shares = results
    .filter(({ limitMs }) => limitMs > 0)
    .map((result) => ({ ...result, share: result.tookMs / result.limitMs }))
    .sort((a, b) => b.share - a.share)
  const shown = shares.filter(({ share }, index) => index < 5 || share > maxShare).slice(0, 30)
  if (shown.length === 0) return []
  const slow = shares.filter(({ share }) => share > maxShare).length
  const warning = slow > 0 ? `; WARNING: ${slow} took more than ${maxShare * 100} %, fine only on a busy machine` : ''
  const lines = shown.map(
    ({ share, tookMs, limitMs, suite, name }) =>
      `${(share * 100).toFixed(1).padStart(6)} %  ${seconds(tookMs)} of ${limitMs / 1_000} s  ${suite}: ${name}`,
  )
  return [`Tests nearest to their time limits${warning}`, ...lines, '']
}

function table(head: string[], rows: string[][]): string {
  const all = [head, ...rows]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n')
}
