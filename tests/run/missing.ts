import { findRedis } from '@/server/platform/store/embedded/redis-server'
import { findPromtool } from '../deploy/promtool'
import { findChromium } from '../e2e/chromium'
import { missingPrograms } from '../support/require-languages'

/**
 * A package's download size and disk size with its dependencies, in megabytes. Reported by `apt-get` on a bare Debian
 * 12 in November 2026.
 */
const sizesMb: Record<string, [download: number, disk: number]> = {
  'A Redis server': [3, 13],
  'A Chromium browser': [164, 560],
  curl: [4, 12],
  OpenSSL: [3, 9],
  Python: [9, 34],
  pip: [2, 8],
  PHP: [16, 72],
  Go: [81, 464],
  zsh: [6, 21],
  fish: [4, 21],
  promtool: [19, 46],
}

/**
 * Lists what the tests are about to install on this machine, with sizes; empty if nothing is missing.
 * @param runsSamples whether the code samples and the alert rules run, which needs their languages and a tool of Prometheus.
 */
export function missingNotice(runsSamples: boolean): string {
  const missing = [
    ...(findRedis() ? [] : ['A Redis server']),
    ...(findChromium() ? [] : ['A Chromium browser']),
    ...(runsSamples ? missingPrograms().map(({ title }) => title) : []),
    ...(runsSamples && !findPromtool() ? ['promtool'] : []),
  ]
  if (missing.length === 0) return ''
  const lines = missing.map((title) => {
    const [download, disk] = sizesMb[title] ?? []
    return `  ${title}: ${download} MB to download, ${disk} MB on the disk`
  })
  return [
    "The tests install what is missing here with the system's package manager (sizes as on Debian 12):",
    ...lines,
    ...(runsSamples
      ? ['SKIP_LANGUAGES=1 leaves Python, PHP and Go out; the code samples in them are then not run.']
      : []),
    '',
  ].join('\n')
}
