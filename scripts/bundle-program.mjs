import { resolve } from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles a TypeScript program, without its libraries, so that Node can run it.
 * @param {string} file the program.
 * @param {string} outfile the bundle.
 * @param {import('esbuild').Plugin[]} [plugins]
 * @throws if the program can't be bundled; esbuild has then written the reason to stderr.
 */
export async function bundleProgram(file, outfile, plugins = []) {
  await build({
    entryPoints: [resolve(file)],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // Scripts that the store runs.
    loader: { '.lua': 'text' },
    logLevel: 'warning',
    plugins,
  })
}
