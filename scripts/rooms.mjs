import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Checks which rooms (folders) import each other, including types and relative imports, and that the diagram in
 * docs/contributing.md matches the imports. With `--write`, it draws the diagram.
 */

/**
 * The rooms that each room may import, from top to bottom: a room may list only rooms that are below it and that it
 * uses.
 */
const mayImport = {
  app: 'http components mcp rest watch batches callbacks sign-in billing mail sources audit links usage access queue runtime shared',
  programs: 'commands http account-data watch usage access queue cluster store observability runtime shared',
  commands: 'http callbacks sign-in mail sources access store runtime shared',
  http: 'mcp rest trpc account-data watch batches callbacks sign-in billing sources usage access queue upstream store observability runtime shared',
  components:
    'rest trpc watch batches listings sign-in billing mail sources audit links usage access identifiers runtime shared',
  mcp: 'rest trpc batches listings usage access observability runtime shared',
  'clients/npm': 'trpc batches listings links identifiers runtime shared',
  rest: 'watch trpc batches callbacks listings sources links usage access upstream observability identifiers runtime shared',
  trpc: 'account-data watch batches callbacks listings sign-in billing mail sources audit links usage access queue upstream store observability runtime shared',
  'account-data':
    'watch batches callbacks sign-in billing mail audit usage access upstream store observability runtime shared',
  watch:
    'batches callbacks listings sources mail links access queue upstream store observability identifiers runtime shared',
  batches: 'listings sources links usage access queue upstream store observability identifiers runtime shared',
  callbacks: 'mail links access queue store observability runtime shared',
  listings: 'sources links upstream identifiers shared',
  'sign-in': 'mail audit links access store observability runtime shared',
  billing: 'audit access store observability runtime shared',
  mail: 'audit access store observability runtime shared',
  sources: 'links upstream store observability identifiers runtime shared',
  audit: 'access store observability runtime',
  links: 'upstream store identifiers runtime shared',
  usage: 'access store runtime shared',
  access: 'store runtime shared',
  queue: 'store observability runtime shared',
  upstream: 'store observability shared',
  cluster: 'observability runtime shared',
  store: 'observability runtime shared',
  observability: 'runtime shared',
  identifiers: 'shared',
  runtime: 'shared',
  shared: '',
}

/** The npm package runs anywhere, so from these rooms it imports only pure code; its types may come from the router. */
const pureForClients =
  /^(clients\/|server\/(errors|problem)\.ts|server\/(identifiers|links)\/(?!expand\/)|server\/listings\/(convert|listing)\.ts|server\/batches\/(batch|results-file)\.ts|server\/runtime\/csv\.ts)/

const document = 'docs/contributing.md'
const [begin, end] = ['<!-- rooms -->\n', '<!-- /rooms -->']

/** The programs among the files directly in server/; the other files are shared by all rooms. */
const programs = /^server\/(check-env|main|pages|pinref-server|worker)\.ts$/

function roomOf(file) {
  const [, folder, rest] = /^([^/]+)\/(?:([^/]+)\/)?/.exec(file) ?? []
  if (folder === 'server') return rest ?? (programs.test(file) ? 'programs' : 'shared')
  return folder === 'clients' ? `${folder}/${rest}` : folder
}

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'app', 'components', 'server', 'clients'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.(ts|tsx|mts)$/.test(file) && !file.endsWith('.d.ts'))
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
    const [room, other] = [roomOf(from), roomOf(to)]
    if (room === other) return []
    imported.get(room)?.add(other)
    if (!names.includes(room)) return [`${from}: scripts/rooms.mjs does not list its room ${room}`]
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

/** Draws the rooms of server/ and their imports, omitting imports that other imports imply. */
function picture() {
  const rooms = Object.keys(mayImport).filter((room) => room !== 'shared')
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
  const lines = rooms.flatMap((room) => direct(room).map((other) => `  ${room} --> ${other}`))
  return ['```mermaid', 'flowchart TD', ...lines, '```', ''].join('\n')
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
else if (drawn !== picture()) faults.push(`${document}: the room diagram is out of date. Run npm run docs:rooms.`)

for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
