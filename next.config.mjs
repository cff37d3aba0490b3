const buildId = Date.now().toString(36)

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  pageExtensions: ['ts', 'tsx', 'mdx'],
  // `npm run build` gives each build its own folder.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // `npm run typecheck` checks the types, including the tests' types, so the build doesn't have to. Next would add
  // every build's folder to a `tsconfig.json` that doesn't extend another.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.build.json' },
  // These libraries load their own files at run time and must not be bundled into the route files.
  serverExternalPackages: ['bullmq', 'ioredis', 'proper-lockfile'],
  // A page's code is loaded on its first visit. Loading all pages at startup would delay the first API calls. The
  // compiler's cache is keyed by the output folder, which differs for each build: it was never read, took up half a
  // gigabyte, and doubled the build time. Nothing reads source maps, which were half of a build's size and a quarter of
  // its time.
  // By default, Next leaves this library in dozens of small files, which take longer to load than to run.
  transpilePackages: ['pino'],
  experimental: {
    // The route files need one of its adapters, without the libraries of the others.
    optimizePackageImports: ['trpc-to-openapi'],
    preloadEntriesOnStart: false,
    turbopackFileSystemCacheForBuild: false,
    turbopackSourceMaps: false,
  },
  // A build on Vercel stores VERCEL in the code: at run time it is set only if the project exposes the system's
  // variables. It determines which header the caller's address is read from, so callers must not be able to override
  // it. The service worker contains the build's id, so that browsers replace it with each build. `/api/health` returns
  // the build's name.
  env: {
    ...(process.env.VERCEL && { VERCEL: process.env.VERCEL }),
    BUILD_ID: buildId,
    PINREF_BUILD: process.env.PINREF_BUILD ?? process.env.VERCEL_GIT_COMMIT_SHA?.slice(0, 12) ?? buildId,
  },
  // No page has images that need optimizing, and other sites shouldn't be able to optimize theirs here.
  images: { unoptimized: true },
  // Sends the title with the page to all clients. A title sent after the page would briefly disappear on each refresh.
  htmlLimitedBots: /.*/,
  // The API treats a path the same with or without a trailing slash; `proxy.ts` redirects pages.
  skipTrailingSlashRedirect: true,
  // If the project is inside another one, Next uses the outermost lock file's folder as its root, and warns.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: {
    root: import.meta.dirname,
    // trpc-to-openapi would read bodies with this library, half a megabyte with its own. It gets bodies already read.
    resolveAlias: { 'co-body': './scripts/no-body-reader.mjs' },
    rules: {
      '*.mdx': { loaders: [`${import.meta.dirname}/scripts/mdx.mjs`], as: '*.js' },
      // The changelog is a page too.
      '*.md': { type: 'text' },
      // Clients served as text, with this server's address in them.
      '*.{py,gs}': { type: 'text' },
      // Scripts that the store runs.
      '*.lua': { type: 'text' },
      // Configuration shown in the docs.
      '*.{conf,service,yaml}': { type: 'text' },
      Caddyfile: { type: 'text' },
      // The fonts and drawings for pictures are bundled, so no file has to be found at run time.
      '*.ttf': { type: 'bytes' },
      '*.svg': { condition: { query: '?text' }, type: 'text' },
      // The service worker is served as text.
      '*.js': { condition: { query: '?text' }, type: 'text' },
    },
  },
  // Pages get their headers from `proxy.ts`; built files never pass through it.
  headers: async () => [
    {
      source: '/_next/static/:file*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
      ],
    },
    // Every page loads these scripts, and they hardly ever change.
    { source: '/page.js', headers: [{ key: 'Cache-Control', value: 'public, max-age=86400' }] },
  ],
}
