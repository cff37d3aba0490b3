import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Loaded into the server before its own code; receives a message when a call begins and when it ends. V8's precise
 * coverage reports which functions ran. Breakpoints that record the file, but never pause, show their order.
 */

/** A file of the production bundle: the entry, or a chunk. */
interface BundleFile {
  text: string
  map: SourceMap
  /** The offset of each line. */
  lineStarts: number[]
}

const build = realpathSync('dist/current')

const bundleFiles = new Map(
  ['worker.js', ...readdirSync(join(build, 'chunks')).map((name) => join('chunks', name))]
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(build, name))
    .map((path) => [pathToFileURL(path).href, readBundleFile(path)]),
)

function readBundleFile(path: string): BundleFile {
  const text = readFileSync(path, 'utf8')
  const map = new SourceMap(JSON.parse(readFileSync(`${path}.map`, 'utf8')))
  return { text, map, lineStarts: [...text.matchAll(/^/gm)].map(({ index }) => index) }
}

const seen: string[] = []
Object.assign(globalThis, { pinrefTrace: seen })

const session = new Session()
session.connect()
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** A function in the bundle: its V8 script, and where the function begins and ends in the script. */
interface RanFunction {
  scriptId: string
  file: BundleFile
  startOffset: number
  endOffset: number
}

/** Returns the bundle's functions that ran since the previous call of this function. */
async function ranFunctions(): Promise<RanFunction[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result.flatMap(({ scriptId, url, functions }) => {
    const file = bundleFiles.get(url)
    if (!file) return []
    return functions.flatMap(({ functionName, ranges: [whole] }) =>
      whole && whole.count > 0 && (functionName || whole.startOffset > 0) ? [{ scriptId, file, ...whole }] : [],
    )
  })
}

function locationOf({ scriptId, file: { lineStarts } }: RanFunction, offset: number): Debugger.Location {
  let line = 0
  while ((lineStarts[line + 1] ?? Number.POSITIVE_INFINITY) <= offset) line += 1
  return { scriptId, lineNumber: line, columnNumber: offset - (lineStarts[line] ?? 0) }
}

/** Returns the source file for a position in a bundle file, as a path in the project. */
function sourceAt({ map }: BundleFile, { lineNumber, columnNumber = 0 }: Debugger.Location): string {
  const entry = map.findEntry(lineNumber, columnNumber)
  if (!('originalSource' in entry)) throw new Error(`no source has line ${lineNumber + 1} of the bundle`)
  return entry.originalSource.replace(/^(\.\.\/)+/, '')
}

/** Sets breakpoints in Pinref's own functions and returns their files. */
async function follow(functions: readonly RanFunction[]): Promise<string[]> {
  await session.post('Debugger.enable')
  const files = new Set<string>()
  const placed = new Set<string>()
  for (const ran of functions) {
    // V8 treats a position as inside a function only after its first parenthesis. A short arrow function returns at its
    // end, so the range includes the end.
    const start = locationOf(ran, ran.file.text.indexOf('(', ran.startOffset) + 1)
    if (sourceAt(ran.file, start).startsWith('node_modules/')) continue
    const range = { start, end: locationOf(ran, ran.endOffset + 1), restrictToFunction: true }
    const [first] = (await session.post('Debugger.getPossibleBreakpoints', range)).locations
    if (!first) throw new Error(`the function at line ${start.lineNumber + 1} of the bundle cannot be followed`)
    const file = sourceAt(ran.file, first)
    files.add(file)
    const place = `${first.scriptId}:${first.lineNumber}:${first.columnNumber}`
    // The initializer of a class's fields counts as a function too, and begins where another function does.
    if (placed.has(place)) continue
    placed.add(place)
    const condition = `globalThis.pinrefTrace.push(${JSON.stringify(file)}), false`
    await session.post('Debugger.setBreakpoint', { location: first, condition })
  }
  return [...files]
}

type Step = 'forget' | 'follow' | 'tell'
let files: string[] = []

process.on('message', (step: Step) => {
  takeStep(step).catch((error: Error) => {
    process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  })
})

async function takeStep(step: Step): Promise<void> {
  if (step === 'forget') await ranFunctions()
  if (step === 'follow') files = await follow(await ranFunctions())
  const met = seen.splice(0)
  // Files before this one belong to an earlier call's log.
  const order = new Set(met.slice(met.indexOf('server/entrances/http/node-host.ts')))
  if (step === 'tell') {
    await session.post('Debugger.disable')
    const missing = files.filter((file) => !order.has(file))
    if (missing.length > 0) throw new Error(`the second call did not pass through ${missing.join(', ')}`)
  }
  process.send?.([...order])
}
