import { basename, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'

/** Bundles a TypeScript program so that Node can run it in its own process. Returns the bundle's path. */
export async function bundleProgram(file: string, plugins: Plugin[] = []): Promise<string> {
  const outfile = resolve(`dist/test/${basename(file, '.ts')}-${process.pid}.js`)
  await build({
    entryPoints: [file],
    outfile,
    bundle: true,
    packages: 'external',
    alias: { '@': resolve('.') },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'warning',
    plugins,
  })
  return outfile
}
