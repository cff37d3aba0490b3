import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** Programs that import from the package, and the maximum gzipped bytes that each import may add. */
const programs: ReadonlyArray<[code: string, entry: string, maxBytes: number]> = [
  ['import { convertCid }', 'pinref', 2_000],
  ['import { placeIdOf, featureIdOf }', 'pinref', 2_000],
  ['import { readReference }', 'pinref', 20_000],
  ['import * as reader', 'pinref/reader', 20_000],
  ['import * as pinref', 'pinref', 22_000],
]

/**
 * Returns a table of the package's size in a bundled program.
 * @throws Error if it is too large.
 */
export async function sizeTable(folder: string): Promise<string> {
  const rows = await Promise.all(
    programs.map(async ([code, entry, maxBytes]) => {
      const bytes = await sizeOf(code, `./${folder}/${entry === 'pinref' ? 'index' : 'reader'}.js`)
      const row = `${code} from '${entry}'`
      if (bytes > maxBytes) throw new Error(`${row} adds ${bytes} bytes gzipped; the limit is ${maxBytes}.`)
      return `  ${row.padEnd(50)} ${(bytes / 1000).toFixed(1).padStart(5)} kB\n`
    }),
  )
  return `${folder} is ready to pack. Size added to a program, gzipped:\n${rows.join('')}`
}

async function sizeOf(code: string, file: string): Promise<number> {
  const names = code.replace(/^import (?:\* as )?/, '')
  const contents = `${code} from '${file}'\nglobalThis.imported = ${names}`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: '.' },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    // esbuild would warn about each imported but unused file.
    logLevel: 'error',
  })
  return gzipSync(outputFiles[0]?.contents ?? '').length
}
