import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stringify } from 'yaml'
import type { Scrape } from '../support/prometheus'
import { removeFolder } from '../support/remove-folder'
import { promtoolProgram } from './promtool'

export const rulesFile = resolve('docs/samples/alerts.yml')

/** A part of a scenario: what a Prometheus server would have scraped during some minutes. */
export interface Phase {
  minutes: number
  /** The gauges, and the counters at the end of `from`; null if the server can't be scraped, undefined without the server. */
  scrape: Scrape | null | undefined
  /** What happened between this scrape and `scrape` happens again in each minute. Default: nothing. */
  from?: Scrape
  /** How often it happens: `once`, or this many times a minute. Default: 1. */
  times?: number | 'once'
  /** Whether the server has just started, so that its counters begin again. */
  isStart?: boolean
}

/** Evaluations have another interval than scrapes, because real ones never coincide. */
const evaluationLagSeconds = 5

/** Scrapes and evaluations are rarer in long scenarios, which would otherwise take long. */
const intervalOf = (minutes: number) => (minutes > 60 ? 60 : 15)

const target = 'job="pinref",instance="pinref:9464"'
const uptime = /^process_uptime_seconds\b/

/** An alert that fires at the end, with all its labels and its summary. */
interface Summary {
  alert: string
  labels: Record<string, string>
  summary: string
}

/**
 * Runs the rules on a scenario.
 * @param fired the alerts that fire at any time, with their severities.
 * @throws Error with the difference, if others fire.
 */
export function checkAlerts(
  phases: readonly Phase[],
  fired: Record<string, string>,
  { atEnd, summaries = [] }: AtEnd = {},
): void {
  const rules = readFileSync(rulesFile, 'utf8')
  const minutes = phases.reduce((total, phase) => total + phase.minutes, 0)
  const interval = intervalOf(minutes)
  const eval_time = `${minutes * 60 - interval}s`
  const query = (range: string, alerts: Record<string, string>) => ({
    expr: `group by (alertname, severity) (${range})`,
    eval_time,
    exp_samples: Object.entries(alerts).map(([alert, severity]) => ({
      labels: `{alertname="${alert}", severity="${severity}"}`,
      value: 1,
    })),
  })
  const folder = mkdtempSync(join(tmpdir(), 'pinref-alerts-'))
  try {
    writeFileSync(join(folder, 'alerts.yml'), rules)
    const test = {
      rule_files: ['alerts.yml'],
      evaluation_interval: `${interval + evaluationLagSeconds}s`,
      tests: [
        {
          interval: `${interval}s`,
          input_series: seriesOf(phases, rules, interval),
          promql_expr_test: [
            query(`count_over_time(ALERTS{alertstate="firing"}[${minutes * 60}s])`, fired),
            ...(atEnd ? [query('ALERTS{alertstate="firing"}', atEnd)] : []),
          ],
          alert_rule_test: summaries.map(({ alert, labels, summary }) => ({
            eval_time,
            alertname: alert,
            exp_alerts: [
              { exp_labels: labels, exp_annotations: { summary, runbook: `docs/runbook.md#${alert.toLowerCase()}` } },
            ],
          })),
        },
      ],
    }
    writeFileSync(join(folder, 'test.yml'), stringify(test))
    execFileSync(promtoolProgram(), ['test', 'rules', 'test.yml'], { cwd: folder, stdio: 'pipe', encoding: 'utf8' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string }
    throw stdout === undefined ? error : new Error(`${stdout}${stderr}`)
  } finally {
    removeFolder(folder)
  }
}

interface AtEnd {
  /** The alerts that fire at the end, with their severities. */
  atEnd?: Record<string, string>
  summaries?: Summary[]
}

interface Series {
  series: string
  values: string
}

/** Returns the series of the metrics that the rules use, in the notation of Prometheus's tests. */
function seriesOf(phases: readonly Phase[], rules: string, interval: number): Series[] {
  const up = phases.flatMap(({ minutes, scrape }) => {
    const values = Array<string>((minutes * 60) / interval).fill(scrape ? '1' : '0')
    return scrape === undefined ? ['stale', ...values.slice(1).fill('_')] : values
  })
  const keys = new Set(
    phases.flatMap(({ scrape, from }) => [...(scrape?.values.keys() ?? []), ...(from?.values.keys() ?? [])]),
  )
  const used = [...keys].filter((key) => rules.includes(nameOf(key)))
  return [
    { series: `up{${target}}`, values: up.join(' ') },
    ...used.map((key) => ({ series: withTarget(key), values: valuesOf(key, phases, interval).join(' ') })),
  ]
}

const nameOf = (key: string) => key.replace(/\{.*/, '')
const withTarget = (key: string) => (key.includes('{') ? key.replace('{', `{${target},`) : `${key}{${target}}`)

/** Returns a series' samples in all phases. */
function valuesOf(key: string, phases: readonly Phase[], interval: number): string[] {
  let total: number | undefined
  let wasScraped = false
  let upSeconds = 0
  return phases.flatMap(({ minutes, scrape, from, times = 1, isStart = false }) => {
    const count = (minutes * 60) / interval
    const last = scrape?.values.get(key)
    if (!scrape || last === undefined) {
      const first = wasScraped ? 'stale' : '_'
      wasScraped = false
      return Array.from({ length: count }, (_, index) => (index === 0 ? first : '_'))
    }
    wasScraped = true
    if (isStart) upSeconds = last
    if (uptime.test(key)) {
      const samples = Array.from({ length: count }, (_, index) => String(upSeconds + index * interval))
      upSeconds += count * interval
      return samples
    }
    if (!isCounter(key, scrape)) return Array<string>(count).fill(String(last))
    const before = from?.values.get(key)
    const step = from ? last - (before ?? 0) : 0
    // A series that did not exist before starts with what it has counted first.
    const start: number = isStart || total === undefined ? (before ?? last) : total
    const begins = before === undefined && total === undefined && from !== undefined
    const samples = Array.from({ length: count }, (_, index) => {
      if (times === 'once') return begins ? last : start + step
      return start + (step * times * (index + 1) * interval) / 60
    })
    total = samples.at(-1)
    return samples.map((value) => String(Math.round(value * 1e6) / 1e6))
  })
}

function isCounter(key: string, { types }: Scrape): boolean {
  const name = nameOf(key)
  return types.get(name) === 'counter' || types.get(name.replace(/_(?:bucket|count|sum)$/, '')) === 'histogram'
}
