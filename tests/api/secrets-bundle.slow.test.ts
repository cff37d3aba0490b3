import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { settingGroups } from '@/components/docs/settings'

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))

/** Everything a browser can load, except pages. */
const bundle = filesIn('dist/current/.next/static').filter((file) => /\.(js|css|map|json)$/.test(file))
const bundleText = bundle.map((file) => readFileSync(file, 'utf8')).join('\n')

test('the browser bundle is built without source maps', () => {
  expect(bundle.length).toBeGreaterThan(10)
  expect(bundleText.length).toBeGreaterThan(500_000)
  expect(bundle.filter((file) => file.endsWith('.map'))).toEqual([])
  expect(bundleText).not.toContain('sourceMappingURL=')
})

/** The operator's page shows these names if Google or watching is off, to explain how to turn it on. */
const namedInText = ['GOOGLE_MAPS_API_KEY', 'QSTASH_TOKEN']

test('the browser bundle reads no environment variable and contains no secret’s name', () => {
  const names = settingGroups().flatMap(({ settings }) => settings.map(({ name }) => name))
  const secrets = names.filter((name) => /SECRET|TOKEN|PEPPER|KEY|_URL$/.test(name) && !namedInText.includes(name))
  expect(secrets.length).toBeGreaterThan(8)
  expect(secrets.filter((name) => bundleText.includes(name))).toEqual([])
  expect(bundleText).not.toMatch(/process\.env\.[A-Z]/)
})

test('the browser bundle contains no server code', () => {
  const marks = {
    'a Redis client': /ioredis|evalsha/i,
    'the store': /pinref\.store/,
    'the hash of keys': /createHmac|key-pepper/,
    // The link reader also contains the host name, so only these headers indicate code that calls Google.
    'the call to Google': /x-goog-(?:api-key|fieldmask)/i,
    mail: /nodemailer/i,
    'the server’s side of sign-in': /better-auth\/adapters|redis-adapter/,
    'Stripe’s library': /api\.stripe\.com|whsec_/,
    'the log': /pinref\.log|pino\.flush/,
    telemetry: /opentelemetry/i,
    'modules of node': /node:(fs|net|crypto|http|child_process)/,
  }
  expect(Object.entries(marks).filter(([, mark]) => mark.test(bundleText))).toEqual([])
})

test('no browser component imports, directly or indirectly, a module that reads the environment or needs Node', () => {
  const clients = [...filesIn('app'), ...filesIn('components')].filter(
    (file) => /\.tsx?$/.test(file) && /^['"]use client['"]/m.test(readFileSync(file, 'utf8')),
  )
  expect(clients.length).toBeGreaterThan(20)
  const reached = new Map(clients.map((file) => [file, file]))
  for (const [file, path] of reached) {
    for (const imported of importsOf(file)) {
      if (!reached.has(imported)) reached.set(imported, `${path} → ${imported}`)
    }
  }
  const ofServer = [...reached].filter(([file]) => file.startsWith('server/'))
  expect(ofServer.length).toBeGreaterThan(3)
  const wrong = ofServer.filter(([file]) =>
    /from 'node:|process\.env|@\/server\/env'|from '\.\/env'/.test(readFileSync(file, 'utf8')),
  )
  expect(wrong.map(([, path]) => path)).toEqual([])
})

/** Returns the project modules from which a file imports values. The build removes type imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  return [...text.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?'([^']+)'/gm)].flatMap(
    ([whole, from = '']) => {
      const named = /\{([^}]*)\}/.exec(whole)?.[1]
      if (named?.split(',').every((name) => !name.trim() || name.trim().startsWith('type '))) return []
      const base = from.startsWith('@/') ? from.slice(2) : from.startsWith('.') ? join(dirname(file), from) : null
      const found =
        base === null
          ? undefined
          : ['', '.ts', '.tsx', '/index.ts'].map((end) => base + end).find((one) => existsSync(one))
      return found && /\.tsx?$/.test(found) ? [found] : []
    },
  )
}
