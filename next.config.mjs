const buildId = Date.now().toString(36)

/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run build` gives each build its own folder.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // `npm run typecheck` checks the types, including those of the tests, so a build need not. Next would add the folder of every
  // build to a `tsconfig.json` that extends no other.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.build.json' },
  // These load files of their own at run time and must not be bundled into the route files.
  serverExternalPackages: ['bullmq', 'ioredis', 'proper-lockfile'],
  // A page's code is loaded at its first visit. Loading all of it at the start would delay the first calls of the API. The
  // compiler's cache is keyed by the output folder, which differs for each build: it was never read, took half a gigabyte, and
  // writing it doubled the build time.
  experimental: { preloadEntriesOnStart: false, turbopackFileSystemCacheForBuild: false },
  // A build on Vercel stores VERCEL in the code: at run time it is set only if the project exposes the system's variables. It
  // decides which header the caller's address is read from, so nothing that a caller can send may replace it. The service worker
  // contains the id of the build, so that browsers replace it with each build. `/api/health` names the build.
  env: {
    ...(process.env.VERCEL && { VERCEL: process.env.VERCEL }),
    BUILD_ID: buildId,
    PINREF_BUILD: process.env.PINREF_BUILD ?? process.env.VERCEL_GIT_COMMIT_SHA?.slice(0, 12) ?? buildId,
  },
  // No page has images that need optimizing, and no one else should have theirs optimized here.
  images: { unoptimized: true },
  // Sends the title with the page to every client. If it came after the page, it would vanish for a moment at each refresh.
  htmlLimitedBots: /.*/,
  // The API treats a path the same with and without a slash at its end; `proxy.ts` redirects pages.
  skipTrailingSlashRedirect: true,
  // If the project lies inside another one, Next takes the folder of the outermost lock file as its root, and warns.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: {
    root: import.meta.dirname,
    rules: {
      // The changelog is a page too.
      '*.md': { type: 'text' },
      // Clients that are served as text, with the address of this server in them.
      '*.{py,gs}': { type: 'text' },
      // Configuration that the docs show.
      '*.{conf,service,yaml}': { type: 'text' },
      Caddyfile: { type: 'text' },
      // The fonts and drawings of pictures are bundled, so no file has to be found at run time.
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
    { source: '/:script(theme|start-worker).js', headers: [{ key: 'Cache-Control', value: 'public, max-age=86400' }] },
  ],
}
