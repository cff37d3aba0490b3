import { basename, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { bundleProgram as bundle } from '@/scripts/bundle-program.mjs'

/** Bundles a TypeScript program so that Node can run it in its own process. Returns the bundle's path. */
export async function bundleProgram(file: string, plugins: Plugin[] = []): Promise<string> {
  const outfile = resolve(`dist/test/${basename(file, '.ts')}-${process.pid}.js`)
  await bundle(file, outfile, plugins)
  return outfile
}
