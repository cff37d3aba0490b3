import { build } from 'esbuild'
import { nativeSpread } from './native-spread.mjs'

/*
 * Bundles the programs of the node server and the operator's commands, their libraries included: several hundred small files take longer to load than all
 * of their code takes to run. What is imported with `import()` goes into files of its own and is loaded when it is needed; those of older
 * builds stay, since a server that still runs may need them.
 */

/** What an operator runs besides. */
const commands = ['backup', 'restore', 'secrets'].map((name) => `server/commands/${name}.ts`)

await build({
  entryPoints: ['server/main.ts', 'server/worker.ts', 'server/pages.ts', ...commands],
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Next loads files of its own at run time. OpenTelemetry is CommonJS: bundled, its libraries would have no named exports for
  // the `import()` that loads them.
  external: ['next', '@opentelemetry/*'],
  // CommonJS libraries call `require` for modules of node, and an ES module has none.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url)",
  },
  plugins: [nativeSpread],
  sourcemap: 'external',
  logLevel: 'warning',
})
