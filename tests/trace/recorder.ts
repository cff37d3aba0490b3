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

const build = realpathSync(join(import.meta.dirname, '../current'))

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

/**
 * Returns the source file for a position in a bundle file, as a path in the project. The bundler's own functions are in
 * `node_modules/` too.
 */
function sourceAt({ map }: BundleFile, { lineNumber, columnNumber = 0 }: Debugger.Location): string {
  const entry = map.findEntry(lineNumber, columnNumber)
  return 'originalSource' in entry ? entry.originalSource.replace(/^(\.\.\/)+/, '') : 'node_modules/esbuild'
}

/**
 * Sets breakpoints in Pinref's own functions that have run since the previous step. Each records the function's file and
 * position. Functions that run in the background are recorded too, whenever they run.
 */
async function follow(functions: readonly RanFunction[]): Promise<void> {
  await session.post('Debugger.enable')
  const placed = new Set<string>()
  for (const ran of functions) {
    // V8 treats a position as inside a function only after its first parenthesis. A short arrow function returns at its
    // end, so the range includes the end.
    const start = locationOf(ran, ran.file.text.indexOf('(', ran.startOffset) + 1)
    if (sourceAt(ran.file, start).startsWith('node_modules/')) continue
    const range = { start, end: locationOf(ran, ran.endOffset + 1), restrictToFunction: true }
    const [first] = (await session.post('Debugger.getPossibleBreakpoints', range)).locations
    if (!first) throw new Error(`the function at line ${start.lineNumber + 1} of the bundle cannot be followed`)
    const place = `${first.scriptId}:${first.lineNumber}:${first.columnNumber}`
    // The initializer of a class's fields counts as a function too, and begins where another function does.
    if (placed.has(place)) continue
    placed.add(place)
    const entry = JSON.stringify(`${sourceAt(ran.file, first)} ${place}`)
    await session.post('Debugger.setBreakpoint', {
      location: first,
      condition: `globalThis.pinrefTrace.push(${entry}), false`,
    })
  }
}

/** What the recorder does next: discard what has run, follow the functions that have run, or return their entries. */
export type Step = 'forget' | 'follow' | 'read'

process.on('message', (step: Step) => {
  takeStep(step).catch((error: Error) => {
    process.stderr.write(`${error.stack}\n`)
    process.exit(1)
  })
})

async function takeStep(step: Step): Promise<void> {
  if (step === 'forget') await session.post('Debugger.disable')
  if (step !== 'read') {
    const functions = await ranFunctions()
    if (step === 'follow') await follow(functions)
  }
  process.send?.(seen.splice(0))
}
