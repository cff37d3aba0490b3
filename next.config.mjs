/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  reactStrictMode: true,
  // These load files of their own at run time and must not be bundled into the route files.
  serverExternalPackages: ['ioredis', 'proper-lockfile'],
}
