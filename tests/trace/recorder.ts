import { readFileSync } from 'node:fs'
import { type Debugger, Session } from 'node:inspector/promises'
import { SourceMap } from 'node:module'
import { pathToFileURL } from 'node:url'

/*
 * Loaded into the server before its own code, and told by messages when a call begins and when it is over. V8's precise
 * coverage says which functions ran; breakpoints that note a number and never stop say in which order.
 */

const bundle = 'dist/main.js'
const text = readFileSync(bundle, 'utf8')
const map = new SourceMap(JSON.parse(readFileSync(`${bundle}.map`, 'utf8')))
const url = pathToFileURL(bundle).href
const seen: string[] = []
Object.assign(globalThis, { pinrefTrace: seen })

const session = new Session()
session.connect()
let scriptId = ''
session.on('Debugger.scriptParsed', ({ params }) => {
  if (params.url === url) scriptId = params.scriptId
})
await session.post('Profiler.enable')
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

/** The functions of the bundle that ran since this was last asked, by where they begin and end. */
async function ranFunctions(): Promise<Array<{ startOffset: number; endOffset: number }>> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const functions = result.find((script) => script.url === url)?.functions ?? []
  return functions.flatMap(({ functionName, ranges: [whole] }) =>
    whole && whole.count > 0 && (functionName || whole.startOffset > 0) ? [whole] : [],
  )
}

const lineStarts = [...text.matchAll(/^/gm)].map(({ index }) => index)

function locationOf(offset: number): Debugger.Location {
  let line = 0
  while ((lineStarts[line + 1] ?? Number.POSITIVE_INFINITY) <= offset) line += 1
  return { scriptId, lineNumber: line, columnNumber: offset - (lineStarts[line] ?? 0) }
}

/** The source file of a place in the bundle, as a path in the project. */
function fileAt({ lineNumber, columnNumber = 0 }: Debugger.Location): string {
  const entry = map.findEntry(lineNumber, columnNumber)
  if (!('originalSource' in entry)) throw new Error(`no source has line ${lineNumber + 1} of the bundle`)
  return entry.originalSource.replace(/^(\.\.\/)+/, '')
}

/** Sets the breakpoints for these functions; answers their files. */
async function follow(functions: ReadonlyArray<{ startOffset: number; endOffset: number }>): Promise<string[]> {
  await session.post('Debugger.enable')
  const files = new Set<string>()
  const placed = new Set<string>()
  for (const { startOffset, endOffset } of functions) {
    // Behind its first parenthesis V8 takes a place for one inside the function; the return of a short arrow is at its end.
    const start = locationOf(text.indexOf('(', startOffset) + 1)
    const range = { start, end: locationOf(endOffset + 1), restrictToFunction: true }
    const [first] = (await session.post('Debugger.getPossibleBreakpoints', range)).locations
    if (!first) throw new Error(`the function at line ${start.lineNumber + 1} of the bundle cannot be followed`)
    const file = fileAt(first)
    files.add(file)
    const place = `${first.lineNumber}:${first.columnNumber}`
    // What a class does with its fields counts as a function too, and begins where another does.
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
  // What came before is an earlier call's log being written.
  const order = new Set(met.slice(met.indexOf('server/http/node-host.ts')))
  if (step === 'tell') {
    await session.post('Debugger.disable')
    const missing = files.filter((file) => !order.has(file))
    if (missing.length > 0) throw new Error(`the second call did not pass through ${missing.join(', ')}`)
  }
  process.send?.([...order])
}
