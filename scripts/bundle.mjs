import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { nativeSpread } from './native-spread.mjs'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The programs in `server/entrances/programs/` that are started by path: the command, and the processes that its server starts. */
export const programs = ['pinref-server', 'worker', 'site']

/**
 * Libraries that aren't bundled. Next.js loads its own files at run time. OpenTelemetry is CommonJS: if bundled, its
 * libraries would have no named exports for the `import()` that loads them.
 */
export const externals = Object.keys(dependencies).filter((name) => /^next$|^@opentelemetry\//.test(name))

/**
 * Bundles the programs with their libraries, because several hundred small files take longer to load than to run. Code that is
 * imported with `import()` goes into separate files and is loaded when needed.
 * @param {string} folder the output folder.
 * @param {string} name the build's name in `/api/health`.
 */
export function bundleServer(folder, name) {
  return build({
    entryPoints: programs.map((name) => `server/entrances/programs/${name}.ts`),
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: externals,
    define: { 'process.env.PINREF_BUILD': JSON.stringify(name) },
    // CommonJS libraries use these, which ES modules do not have.
    banner: {
      js: [
        "import { createRequire as requireOf } from 'node:module'",
        "import { fileURLToPath as pathOf } from 'node:url'",
        "const require = requireOf(import.meta.url), __dirname = pathOf(new URL('.', import.meta.url))",
      ].join(';'),
    },
    // Scripts that the store runs.
    loader: { '.lua': 'text' },
    plugins: [nativeSpread],
    sourcemap: 'external',
    logLevel: 'warning',
  })
}
