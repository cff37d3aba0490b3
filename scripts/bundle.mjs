import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { nativeSpread } from './native-spread.mjs'

const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The programs in `server/` that are started by path: the processes of the node server, and an operator's commands. */
const programs = [
  'main',
  'worker',
  'pages',
  'commands/backup',
  'commands/restart',
  'commands/restore',
  'commands/secrets',
  'commands/check-google',
]

/**
 * The libraries that stay out of the bundles. Next loads files of its own at run time. OpenTelemetry is CommonJS: bundled, its
 * libraries would have no named exports for the `import()` that loads them.
 */
export const externals = Object.keys(dependencies).filter((name) => /^next$|^@opentelemetry\//.test(name))

/**
 * Bundles the programs, their libraries included: several hundred small files take longer to load than all of their code takes
 * to run. What is imported with `import()` goes into files of its own and is loaded when it is needed.
 * @param {string} folder where `main.js` and the others go.
 */
export function bundleServer(folder) {
  return build({
    entryPoints: programs.map((name) => `server/${name}.ts`),
    outdir: folder,
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: externals,
    // CommonJS libraries use these, and an ES module does not have them.
    banner: {
      js: [
        "import { createRequire as requireOf } from 'node:module'",
        "import { fileURLToPath as pathOf } from 'node:url'",
        "const require = requireOf(import.meta.url), __dirname = pathOf(new URL('.', import.meta.url))",
      ].join(';'),
    },
    plugins: [nativeSpread],
    sourcemap: 'external',
    logLevel: 'warning',
  })
}
