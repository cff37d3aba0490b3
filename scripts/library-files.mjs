import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { nodeFileTrace } from '@vercel/nft'
import { externals } from './bundle.mjs'

/**
 * Files that the code refers to, but only needs for builds and development. Next.js's own traces list what
 * `next-server` loads.
 */
const neverLoaded = [
  /^node_modules\/(@next\/swc-|typescript\/|caniuse-lite\/|@img\/|sharp\/)/,
  /^node_modules\/next\/dist\/(docs|esm|client|next-devtools|server\/dev)\//,
  /^node_modules\/next\/dist\/compiled\/(next-server|webpack|babel|@next|next-devtools|postcss|cssnano|crypto-browserify|schema-utils)/,
]

/** Next.js loads these by names that tracing can't follow, whenever it reads `next.config.mjs`. */
const alwaysLoaded = ['webpack', '@babel/runtime/package.json'].map((name) => `node_modules/next/dist/compiled/${name}`)

/**
 * Lists the files in node_modules that a build loads when it runs: the files that Next.js traced for its server and its
 * routes, and the libraries that the bundles import.
 * @param {string} build the build's folder.
 * @returns {Promise<Set<string>>} paths in the project; one is a folder.
 */
export async function libraryFiles(build) {
  const byNext = new Set(tracedByNext(build))
  const imports = 'dist/externals.mjs'
  writeFileSync(imports, externals.map((name) => `import '${name}'\n`).join(''))
  // Each of these is a large bundle that is slow to parse.
  const isClosed = (path) => byNext.has(path) && path.startsWith('node_modules/next/dist/compiled/')
  const ignore = (path) => isClosed(path) || neverLoaded.some((pattern) => pattern.test(path))
  const { fileList } = await nodeFileTrace([imports], { ignore })
  const isLoaded = (path) => /^node_modules\/(?!@img\/|sharp\/).*(?<!\.(tsx?|map|md))$/.test(path)
  return new Set([...alwaysLoaded, ...[...byNext, ...fileList].filter(isLoaded)])
}

/** Returns the files listed in Next.js's trace files. */
function tracedByNext(build) {
  const traces = readdirSync(join(build, '.next'), { recursive: true }).filter((name) => name.endsWith('.nft.json'))
  return traces.flatMap((name) => {
    const trace = join(build, '.next', name)
    return JSON.parse(readFileSync(trace, 'utf8')).files.map((file) => relative('.', resolve(dirname(trace), file)))
  })
}
