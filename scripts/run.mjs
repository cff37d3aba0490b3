import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stop } from 'esbuild'
import { bundleProgram } from './bundle-program.mjs'

/*
 * Bundles a TypeScript program and runs it in this process, so that Node's options, signals, and exit codes are the
 * program's own:
 *
 *   node scripts/run.mjs tests/bench/main.ts --runs 3
 */

const [entry, ...options] = process.argv.slice(2)
if (!entry) {
  process.stderr.write('Pass a program: node scripts/run.mjs <file> [options]\n')
  process.exit(2)
}
const bundle = resolve('dist/run', relative('.', entry).replace(/\.ts$/, '.js'))
try {
  await bundleProgram(entry, bundle)
} catch {
  process.exit(1)
}
// Ends esbuild's own process.
await stop()
process.argv = [process.execPath, bundle, ...options]
await import(pathToFileURL(bundle).href)
