import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSimulator } from '../simulator/simulator'
import { appProcesses } from '../support/app-processes'
import { blockCommands, codeSpans } from '../support/document-commands'
import { freePort } from '../support/free-port'
import { fillDisk } from '../support/full-disk'
import { createOperatorFolder } from '../support/operator-folder'
import { Person } from '../support/person'
import { readScrape, type Scrape } from '../support/prometheus'
import { type RedisServer, startRedisServer } from '../support/redis'
import { type App, startApp } from '../support/start-app'

/** What a command is expected to do. */
interface Case {
  /** Brings about what the text around the command is about. */
  given?(): Promise<unknown>
  /** What standard output shows. */
  shows?: RegExp | (() => RegExp)
  /** What standard error shows. Default: nothing. */
  reports?: RegExp
  code?: number
  /** Checks what the command has changed. */
  changes?(): Promise<void>
}

const runbook = readFileSync('docs/runbook.md', 'utf8')
const server = 'node dist/pinref-server.js'

const folder = createOperatorFolder()
const log = join(folder.path, 'journal')
const simulator = await startSimulator()
const other = await startRedisServer({ maxmemory: '3mb', 'maxmemory-policy': 'allkeys-lru' })
const admin = new Redis(other.url)
const port = await freePort()
const metricsPort = await freePort()
const token = 'a token for this test'
let app: App
let person: Person
let key: string

const settings = {
  PORT: String(port),
  METRICS_PORT: String(metricsPort),
  METRICS_TOKEN: token,
  GOOGLE_MAPS_API_KEY: simulator.apiKey,
  GOOGLE_PLACES_URL: simulator.placesUrl,
  GOOGLE_LEGACY_PLACES_URL: simulator.legacyUrl,
  GOOGLE_MAPSTOOLS_URL: simulator.mapstoolsUrl,
  LINK_GATEWAY_URL: simulator.linksUrl,
  UPSTREAM_DAILY_CAP: '1000',
  BURST_LIMIT: '2',
}

/** Replaces what the runbook tells its reader to replace. */
const filledIn = (command: string) =>
  Object.entries({
    'localhost:3000': `localhost:${port}`,
    '<METRICS_PORT>': String(metricsPort),
    '<METRICS_TOKEN>': token,
    '<process id of the primary>': String(app.process.pid),
    '<its process id>': String(workers()[0]),
  }).reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), command)

const workers = () => appProcesses(app.process.pid).workers.map(({ pid }) => pid)
const logged = () => readFileSync(log, 'utf8')
const untilLogged = (line: RegExp) => expect.poll(logged).toMatch(line)
const journal = 'journalctl -u pinref -o cat > pinref.log'

/** Makes the commands that follow use this store. The server keeps its embedded Redis. */
const useStore = async (REDIS_URL: string) => folder.setEnv({ ...settings, REDIS_URL })
const useServersStore = async () => folder.setEnv(settings)

async function convert() {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const answer = await fetch(`${app.url}/api/convert`, { method: 'POST', headers, body: '{"cid":"1"}' })
  return answer.status
}

async function failOnOurSide() {
  const store = new Redis(join(folder.path, '.data/redis/redis.sock'))
  const [account = ''] = await store.keys('{*}:members')
  const profile = account.replace(':members', ':profile')
  await store.rename(profile, 'saved')
  await store.set(profile, 'a wrong type')
  expect(await convert()).toBe(500)
  await store.rename('saved', profile)
  store.disconnect()
  await untilLogged(/"code":"internal_error"/)
  // Lines of npm or Next, for example.
  appendFileSync(log, '> pinref@0.1.0 start\n{"level":"error"\n')
}

async function evict() {
  for (let at = 0; at < 50; at++) await admin.set(`key ${at}`, 'x'.repeat(100_000))
}

async function useFullDisk() {
  const full = await startRedisServer({ appendfsync: 'everysec', save: '3600 1' })
  stopLater.push(full)
  await fillDisk(full)
  const client = new Redis(full.url)
  await client.bgsave()
  await expect.poll(() => client.info('persistence')).toContain('rdb_last_bgsave_status:err')
  client.disconnect()
  await useStore(full.url)
}

async function useReplica() {
  const replica = await startRedisServer({ replicaof: `127.0.0.1 ${other.port}` })
  stopLater.push(replica)
  await useStore(replica.url)
}

const stopLater: RedisServer[] = []
const processesBefore = new Set<number>()

const cases: Readonly<Record<string, Case>> = {
  'curl -s localhost:3000/api/health/ready': { shows: /"store":"ok"/ },
  [`${server} doctor`]: {
    shows:
      /^ok +settings .*\nok +store .*\nok +nodes .*\n(?:.*\n)*ok +clock .*\nok +disk .*\n\w+ +google .*\nok +mail .*\nok +stripe .*\nok +proxies .*\n$/,
  },
  [`${server} store info`]: { shows: /^# Server\nredis_version:[\s\S]*\n# Keyspace\ndb0:keys=\d+/ },
  "pgrep -f 'pinref-server.js start'": { shows: () => new RegExp(`^${app.process.pid}$`, 'm') },
  [journal]: { shows: /^$/ },
  'jq -rR \'fromjson? | select(.level == "error") | .code // .message\' pinref.log | sort | uniq -c': {
    given: failOnOurSide,
    shows: /^ +1 internal_error$/m,
  },
  'curl -s localhost:3000/api/health': { shows: /"version":"\d/ },
  'curl -si -H "Authorization: Bearer <METRICS_TOKEN>" localhost:<METRICS_PORT>/metrics': {
    shows: /^HTTP\/1\.1 200 OK[\s\S]*\npinref_processes\{/,
  },
  'systemctl start pinref': { shows: /^$/ },
  "top -bc -n 2 -w 512 | grep -E '(worker|site)\\.js'": {
    shows: /^ *\d+ \S+ .* [RSDT] .*\/worker\.js[\s\S]*\/site\.js/m,
  },
  'kill -HUP <process id of the primary>': {
    given: async () => {
      for (const pid of workers()) processesBefore.add(pid)
    },
    changes: () =>
      expect.poll(() => workers().length > 0 && workers().every((pid) => !processesBefore.has(pid))).toBe(true),
  },
  'kill -9 <its process id>': { changes: () => untilLogged(/restarting a worker/) },
  "grep 'restarting a' pinref.log": { shows: /restarting a worker.*SIGKILL/ },
  'dmesg | grep oom-kill': { shows: /oom-kill.*task=node/ },
  'df -h .data': { shows: /Avail[\s\S]*%/ },
  'du -sh .data/*': { shows: /^\S+\t\.data\/redis$/m },
  'redis-cli -s .data/redis/redis.sock bgrewriteaof': { shows: /^Background append only file rewriting started$/m },
  [`${server} store info replication`]: { given: useReplica, shows: /^role:slave$/m },
  [`${server} store info persistence`]: {
    given: useFullDisk,
    shows: /^rdb_last_bgsave_status:err$[\s\S]*^aof_last_write_status:err$/m,
  },
  [`${server} store info memory`]: {
    given: () => useStore(other.url),
    shows: /^used_memory:\d+$[\s\S]*^maxmemory:3145728$/m,
  },
  'redis-cli config set maxmemory 2gb': {
    shows: /^OK$/m,
    changes: async () => expect(await admin.config('GET', 'maxmemory')).toEqual(['maxmemory', String(2 * 2 ** 30)]),
  },
  [`${server} store ping`]: {
    given: async () => useStore(`redis://127.0.0.1:${await freePort()}`),
    code: 1,
    reports: /^The store can't be reached\..*ECONNREFUSED/,
  },
  [`${server} store dbsize`]: {
    given: () => admin.flushall().then(() => useStore(other.url)),
    shows: /^\(integer\) 0$/m,
  },
  [`${server} accept-store`]: {
    given: () => useStore(other.url),
    code: 1,
    shows: /^pinref:\{0\}:created: missing \(expected: .+\)$/m,
    reports: /^The store has 0 keys\. To accept this store, add --yes\.$/m,
  },
  [`${server} store info stats`]: {
    given: async () => {
      await admin.config('SET', 'maxmemory', '3mb')
      await evict()
      await useStore(other.url)
    },
    shows: /^evicted_keys:[1-9]/m,
  },
  'redis-cli config set maxmemory-policy noeviction': {
    shows: /^OK$/m,
    changes: async () => expect(await admin.info('memory')).toContain('maxmemory_policy:noeviction'),
  },
  'redis-cli config set appendonly yes': {
    shows: /^OK$/m,
    changes: async () => expect(await admin.info('persistence')).toContain('aof_enabled:1'),
  },
  [`${server} store slowlog get`]: {
    given: async () => {
      await admin.call('CONFIG', 'SET', 'slowlog-log-slower-than', '0')
      await useStore(other.url)
    },
    shows: /^ *1\) 1\) \(integer\) \d+\n {2,}2\) \(integer\) \d+\n {2,}3\) \(integer\) \d+\n {2,}4\) 1\) "/,
  },
  [`${server} store info commandstats`]: { given: () => useStore(other.url), shows: /^cmdstat_set:calls=/m },
  timedatectl: { shows: /System clock synchronized: no/ },
  'timedatectl set-ntp true': { shows: /^$/ },
  "grep 'a call failed' pinref.log": { shows: /"requestId":"[-0-9a-f]{36}".*"stack":"/ },
  'jq -rR \'fromjson? | select(.code == "too_many_requests") | .keyId\' pinref.log | sort | uniq -c | sort -n': {
    given: async () => {
      await expect.poll(convert).toBe(429)
      await untilLogged(/"code":"too_many_requests".*"keyId":"key_/)
    },
    shows: /^ +\d+ key_\w+$/m,
  },
  [`${server} check-google --free`]: { given: useServersStore, shows: /Place Details.*works/i },
  'curl -sI https://maps.app.goo.gl/': { shows: /^HTTP\/1\.1 \d{3} / },
}

/** Code with a space that is not a command to type here. */
const otherCode = [
  // A Redis setting.
  'appendfsync everysec',
  // A query for Prometheus; see below.
  'sum by (pinref_code) (rate(pinref_calls_total{pinref_outcome="failed"}[5m]))',
]

const commands = [
  ...new Set([...blockCommands(runbook), ...codeSpans(runbook).filter((code) => / /.test(code) || code in cases)]),
].filter((code) => !otherCode.includes(code))

beforeAll(async () => {
  folder.setEnv(settings)
  folder.addProgram('journalctl', `[ "$*" = "-u pinref -o cat" ] && cat '${log}'`)
  folder.addProgram('systemctl', '[ "$*" = "start pinref" ]')
  folder.addProgram(
    'timedatectl',
    'case "$*" in "") echo "System clock synchronized: no";; "set-ntp true") ;; *) exit 1;; esac',
  )
  folder.addProgram('dmesg', 'echo "[ 1.0] oom-kill:constraint=CONSTRAINT_NONE,task=node,pid=1"')
  folder.addProgram(
    'redis-cli',
    `[ "$1" = -s ] || set -- -p ${other.port} "$@"; exec $(PATH=${process.env.PATH} command -v redis-cli) "$@"`,
  )
  const links = `${simulator.linksUrl}/maps.app.goo.gl/`
  folder.addProgram(
    'curl',
    `for word; do shift; [ "$word" = https://maps.app.goo.gl/ ] && word='${links}'; set -- "$@" "$word"; done; exec $(PATH=${process.env.PATH} command -v curl) "$@"`,
  )
  app = await startApp('node', { WEB_CONCURRENCY: '2' }, { folder: folder.path, port, output: { file: log } })
  person = new Person(app.url, 'ada@example.com')
  expect((await person.signUp()).status).toBe(200)
  ;({ key } = await person.procedure('keys.create', { name: 'Runbook' }))
  expect(await convert()).toBe(200)
  await folder.run(journal)
})

afterAll(async () => {
  await app.stop()
  admin.disconnect()
  await Promise.all([simulator.stop(), other.stop(), ...stopLater.map((one) => one.stop())])
  folder.remove()
})

test('every command in the runbook is tested below', () => {
  expect(commands.length).toBeGreaterThan(30)
  expect(commands.filter((command) => !(command in cases))).toEqual([])
  expect(Object.keys(cases).filter((command) => !commands.includes(command))).toEqual([])
})

// In the order of the runbook, since some commands show what others have done.
test.each(commands)('the runbook’s command works when typed: %s', async (command) => {
  const { given = useServersStore, shows, reports = /^$/, code = 0, changes } = cases[command] ?? {}
  await given()
  if (command.includes('pinref.log') && command !== journal)
    expect(await folder.run(journal)).toMatchObject({ code: 0 })
  const outcome = await folder.run(filledIn(command))
  expect(outcome).toMatchObject({ code, stderr: expect.stringMatching(reports) })
  if (shows) expect(outcome.stdout).toMatch(typeof shows === 'function' ? shows() : shows)
  await changes?.()
  await useServersStore()
})

test('the runbook’s queries for Prometheus name series that the server has', async () => {
  const headers = { authorization: `Bearer ${token}` }
  const scrape = async (): Promise<Scrape> =>
    readScrape(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`, { headers })).text())
  const selectors = [...runbook.matchAll(/\b((?:pinref|process)_[a-z_]+)(?:\{([^}]*)\})?/g)]
  expect(selectors.length).toBeGreaterThan(10)
  for (const [selector, name = '', matchers = ''] of selectors) {
    // These are labels.
    if (/^pinref_(?:code|outcome)$/.test(name)) continue
    await expect.poll(async () => (await scrape()).has(name, matchers), { message: selector }).toBe(true)
  }
})
