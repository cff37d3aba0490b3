/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run build` names a folder of its own for each build.
  distDir: process.env.NEXT_DIST_DIR ?? '.next',
  // `npm run typecheck` checks the types, those of the tests too; a build need not do it again. Next would list the folder of
  // every build in a `tsconfig.json` that extends no other.
  typescript: { ignoreBuildErrors: true, tsconfigPath: 'tsconfig.build.json' },
  // These load files of their own at run time and must not be bundled into the route files.
  serverExternalPackages: ['bullmq', 'ioredis', 'proper-lockfile'],
  // A page's code is loaded at its first visit. Loading all of them at the start would hold up the first calls of the API.
  // The compiler's cache knows a file by the folder that is built to, which is another for each build: it was never read again,
  // took half a gigabyte, and writing it doubled the time of a build.
  experimental: { preloadEntriesOnStart: false, turbopackFileSystemCacheForBuild: false },
  // Where Vercel builds, the build knows it: at run time VERCEL is set only where the project exposes the system's variables.
  // It decides whose word is taken for the caller's address, so nothing that a caller can send may stand for it.
  // The service worker bears the build's name, so that browsers replace it with the build.
  env: { ...(process.env.VERCEL && { VERCEL: process.env.VERCEL }), BUILD_ID: Date.now().toString(36) },
  // No page has pictures that need it, and nobody else is to have pictures made here.
  images: { unoptimized: true },
  // The title comes with the page, for everybody: sent after it, it is gone for a moment whenever the page is refreshed.
  htmlLimitedBots: /.*/,
  // The API answers an address with a slash at its end like the one without; `proxy.ts` redirects pages.
  skipTrailingSlashRedirect: true,
  // Next takes the folder of the outermost lock file for the project's, and warns, where the project lies in another one.
  outputFileTracingRoot: import.meta.dirname,
  turbopack: {
    root: import.meta.dirname,
    rules: {
      // The changelog is a page too.
      '*.md': { type: 'text' },
      // Clients that are handed out as they stand.
      '*.{py,gs}': { type: 'text' },
      // What pictures are drawn with is part of the code: no file has to be found when it runs.
      '*.ttf': { type: 'bytes' },
      '*.svg': { condition: { query: '?text' }, type: 'text' },
      // The service worker is sent as it stands.
      '*.js': { condition: { query: '?text' }, type: 'text' },
    },
  },
  // Pages get their headers from `proxy.ts`; built files never pass there.
  headers: async () => [
    {
      source: '/_next/static/:file*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
      ],
    },
    // They are on every page, and hardly ever change.
    { source: '/:script(theme|start-worker).js', headers: [{ key: 'Cache-Control', value: 'public, max-age=86400' }] },
  ],
}
