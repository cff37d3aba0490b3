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
  env: process.env.VERCEL ? { VERCEL: process.env.VERCEL } : {},
  // No page has pictures that need it, and nobody else is to have pictures made here.
  images: { unoptimized: true },
  // The title comes with the page, for everybody: sent after it, it is gone for a moment whenever the page is refreshed.
  htmlLimitedBots: /.*/,
  // Next takes the folder of the outermost lock file for the project's, and warns, where the project lies in another one.
  outputFileTracingRoot: import.meta.dirname,
  // The changelog is a page too.
  turbopack: { root: import.meta.dirname, rules: { '*.md': { type: 'text' } } },
  // Pages get their headers from `proxy.ts`; built files never pass there.
  headers: async () => [
    {
      source: '/_next/static/:file*',
      headers: [
        { key: 'X-Content-Type-Options', value: 'nosniff' },
        { key: 'Cross-Origin-Resource-Policy', value: 'same-origin' },
      ],
    },
  ],
}
