import { build } from 'esbuild'

/** The package's default server. Users of another server set `baseUrl` or `PINREF_URL`. */
const defaultUrl = process.env.APP_URL ?? 'http://localhost:3000'

const shared = {
  bundle: true,
  format: 'esm',
  minify: true,
  // The maps contain the sources, which are not in the package. The source root keeps them apart from a user's own
  // files.
  sourcemap: true,
  sourceRoot: 'pinref:///',
  legalComments: 'none',
  logLevel: 'warning',
} as const

/**
 * Bundles the package: the library for anything that runs ES modules, the command line for Node. Each function of the reader is
 * a separate entry, so that shared code goes into separate files and bundlers can omit unused functions.
 * @param version the package's version.
 */
export async function bundleClient(folder: string, version: string): Promise<void> {
  const define = { PINREF_URL: JSON.stringify(defaultUrl), PINREF_VERSION: JSON.stringify(version) }
  await build({
    ...shared,
    define,
    entryPoints: ['index', 'reader', 'convert-cid', 'place-ids', 'read-reference'].map(
      (name) => `clients/npm/src/${name}.ts`,
    ),
    outdir: folder,
    chunkNames: 'chunks/[hash]',
    splitting: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['import'],
    target: 'es2022',
  })
  await build({
    ...shared,
    define,
    entryPoints: { cli: 'clients/npm/src/cli/main.ts' },
    outdir: folder,
    // The code for workbooks is loaded only when one is read or written.
    chunkNames: 'cli/[hash]',
    splitting: true,
    platform: 'node',
    target: 'node18',
  })
}
