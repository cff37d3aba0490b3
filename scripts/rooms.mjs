import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Checks which rooms (folders) import each other, including types and relative imports, the order of the wings that
 * contain them, and that the diagram in docs/contributing.md matches the imports. With `--write`, it draws the diagram.
 */

/**
 * The wings of the project, from top to bottom, and the rooms that each of their rooms may import: a room may list only
 * rooms that are below it and that it uses. The wings of server/ are its folders.
 */
const wings = {
  site: {
    app: 'components http rest mcp account-data members watchlists batches callbacks sign-in billing mail audit access sources upstream queue store runtime problems settings',
    components:
      'clients/npm rest trpc watchlists batches lists listings sign-in billing mail audit access sources links upstream identifiers store runtime problems settings',
    'clients/npm': 'trpc batches lists listings links upstream identifiers runtime problems',
  },
  entrances: {
    programs: 'commands http account-data watchlists access cluster queue store observability runtime settings',
    commands: 'http callbacks sign-in mail access sources store runtime settings',
    http: 'mcp rest trpc account-data watchlists batches callbacks sign-in billing access sources upstream queue store observability runtime problems settings',
    mcp: 'rest trpc batches listings usage access upstream observability runtime problems settings',
    rest: 'trpc watchlists batches lists callbacks listings usage access sources links upstream identifiers observability runtime problems settings',
    trpc: 'account-data members watchlists batches lists callbacks listings sign-in billing mail audit usage access sources links upstream queue store observability runtime problems settings',
  },
  features: {
    'account-data':
      'members watchlists batches callbacks sign-in billing mail audit usage access upstream store observability runtime problems',
    members: 'sign-in mail access store problems settings',
    watchlists:
      'batches lists callbacks listings mail access sources links upstream identifiers queue store observability runtime problems settings',
    batches:
      'lists callbacks listings access sources links upstream identifiers queue store observability runtime problems settings',
    lists: 'listings links upstream runtime problems',
    callbacks: 'mail access links queue store observability runtime problems settings',
    listings: 'sources links upstream identifiers problems settings',
    'sign-in': 'mail audit access links store observability runtime problems settings',
    billing: 'audit access store observability runtime problems settings',
    mail: 'audit access store observability runtime settings',
    audit: 'access store observability runtime',
  },
  metering: {
    usage: 'access store runtime problems',
    access: 'store runtime problems settings',
  },
  places: {
    sources: 'links upstream identifiers store observability runtime problems settings',
    links: 'upstream identifiers store runtime problems settings',
    upstream: 'store observability problems settings',
    identifiers: 'problems',
  },
  platform: {
    cluster: 'observability runtime settings',
    queue: 'store observability runtime problems settings',
    store: 'observability runtime problems settings',
    observability: 'runtime problems settings',
    runtime: 'problems settings',
    problems: 'settings',
    settings: '',
  },
}
const mayImport = Object.assign({}, ...Object.values(wings))

/** The npm package runs anywhere, so from these rooms it imports only pure code; its types may come from the router. */
const pureForClients = new RegExp(
  `^(clients/|server/(${[
    'platform/problems/(errors|problem)\\.ts',
    'places/identifiers/',
    'places/links/(?!expand/)',
    'features/listings/(business-status|convert|listing)\\.ts',
    'features/batches/(batch)\\.ts',
    'features/lists/',
    'places/upstream/lookup-options\\.ts',
    'platform/runtime/csv\\.ts',
  ].join('|')}))`,
)

const document = 'docs/contributing.md'
const [begin, end] = ['<!-- rooms -->\n', '<!-- /rooms -->']

/** Returns the wing and the room of a file. A file outside a known wing of server/ belongs to a room that no list has. */
function placeOf(file) {
  const [first, second, third] = file.split('/')
  if (first === 'server') return { wing: second, room: third }
  return { wing: 'site', room: first === 'clients' ? `${first}/${second}` : first }
}
const roomOf = (file) => placeOf(file).room

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'components', 'server', 'clients'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts|mdx)$/.test(file) && !file.endsWith('.d.ts'))
const fileSet = new Set(files)

/** Returns the project's own files that a file imports, types included, as the formatter writes imports. */
function importsOf(file) {
  const specifiers = readFileSync(file, 'utf8').matchAll(/(?:\bfrom |^import |\bimport\()'((?:\.|@\/)[^']*)'/gm)
  return [...specifiers]
    .map(([, name]) => name)
    .map((name) => (name.startsWith('@/') ? name.slice(2) : join(dirname(file), name)))
    .map((path) => ['', '.ts', '.tsx'].map((ending) => path + ending).find((full) => fileSet.has(full)))
    .filter((path) => path !== undefined)
}

const edges = files.flatMap((from) => importsOf(from).map((to) => ({ from, to })))

/** Room -> the rooms that it imports. */
const imported = new Map(Object.keys(mayImport).map((room) => [room, new Set()]))

function roomFaults() {
  const names = Object.keys(mayImport)
  const listed = (room) => mayImport[room].split(' ').filter(Boolean)
  const found = edges.flatMap(({ from, to }) => {
    const { wing, room } = placeOf(from)
    const other = roomOf(to)
    if (room === other) return []
    imported.get(room)?.add(other)
    if (wings[wing]?.[room] === undefined)
      return [`${from}: scripts/rooms.mjs does not list the room ${room} in the wing ${wing}`]
    return listed(room).includes(other) ? [] : [`${from} imports ${to}, but ${room} may not import ${other}`]
  })
  const lists = names.flatMap((room, index) => [
    ...listed(room)
      .filter((other) => names.indexOf(other) <= index)
      .map((other) => `${other} must be below ${room}`),
    ...listed(room)
      .filter((other) => !imported.get(room).has(other))
      .map((other) => `${room} no longer imports ${other}`),
  ])
  return [...found, ...lists.map((fault) => `scripts/rooms.mjs: ${fault}`)]
}

/** Folders that import each other, unless one contains the other. */
function folderFaults() {
  const isWithin = (folder, other) => folder === other || folder.startsWith(`${other}/`)
  const pairs = new Map()
  for (const { from, to } of edges) {
    const [a, b] = [dirname(from), dirname(to)]
    if (!isWithin(a, b) && !isWithin(b, a)) pairs.set(`${a} ${b}`, `${from} imports ${to}`)
  }
  return [...pairs].flatMap(([pair, example]) => {
    const back = pairs.get(pair.split(' ').reverse().join(' '))
    return back && pair < pair.split(' ').reverse().join(' ')
      ? [`${example}, and ${back}: folders must not import each other`]
      : []
  })
}

/** Draws the wings with their rooms and imports, omitting imports that other imports imply. */
function picture() {
  const drawn = (room) => room !== 'problems' && room !== 'settings'
  const rooms = Object.keys(mayImport).filter(drawn)
  const reached = new Map()
  const reach = (room) => {
    if (!reached.has(room))
      reached.set(room, new Set([...imported.get(room)].flatMap((other) => [other, ...reach(other)])))
    return reached.get(room)
  }
  const direct = (room) => {
    const others = rooms.filter((other) => imported.get(room).has(other))
    return others.filter((other) => !others.some((via) => via !== other && reach(via).has(other)))
  }
  const groups = Object.entries(wings).flatMap(([wing, own]) => [
    `  subgraph ${wing}`,
    `    ${Object.keys(own).join('; ')}`,
    '  end',
  ])
  const arrows = rooms.flatMap((room) => direct(room).map((other) => `  ${room} --> ${other}`))
  return ['```mermaid', 'flowchart TD', ...groups, ...arrows, '```', ''].join('\n')
}

/** The npm package's imports that need a server. */
const clientFaults = () =>
  edges
    .filter(
      ({ from, to }) => from.startsWith('clients/npm/') && !from.endsWith('/answers.ts') && !pureForClients.test(to),
    )
    .map(({ from, to }) => `${from} imports ${to}, which clients may not import`)

const faults = [...roomFaults(), ...folderFaults(), ...clientFaults()]
const text = readFileSync(document, 'utf8')
const [before, rest] = text.split(begin)
const [drawn, after] = rest?.split(end) ?? []
if (after === undefined) faults.push(`${document} lacks the diagram markers: ${begin.trim()} … ${end}`)
else if (process.argv.includes('--write')) writeFileSync(document, `${before}${begin}${picture()}${end}${after}`)
else if (drawn !== picture()) faults.push(`${document}: the room diagram is out of date. Run npm run task docs:rooms.`)

for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
