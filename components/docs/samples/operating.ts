import caddyfile from '@/docs/samples/Caddyfile'
import compose from '@/docs/samples/compose.yaml'
import nginxConfiguration from '@/docs/samples/nginx.conf'
import unit from '@/docs/samples/pinref.service'
import { googleKeyPlaceholder, type Sample } from './sample'

const shell = (title: string, code: string, prints: string | null = null): Sample => ({
  title,
  codes: [{ language: 'shell', code }],
  prints,
})

const settings = (title: string, values: Record<string, string>): Sample =>
  shell(
    title,
    Object.entries(values)
      .map(([name, value]) => `export ${name}='${value}'`)
      .join('\n'),
  )

/**
 * Returns shell commands for operators.
 * @param base this server's address.
 * @param placeId of some listing.
 */
export function operatingSamples(base: string, placeId: string) {
  return {
    serve: shell(
      'Serve at your own address',
      'export PORT=8080\nexport APP_URL=https://pinref.example.com\nnpm run serve',
    ),
    ready: shell('Check that it’s ready', `curl -s ${base}/api/health/ready`),
    secret: shell('Generate a secret', 'openssl rand -base64 32'),
    redis: settings('Use your own Redis', { REDIS_URL: 'rediss://:password@redis.example.com:6380' }),
    upstash: settings('Use Upstash', {
      UPSTASH_REDIS_REST_URL: 'https://eu1-clear-heron-12345.upstash.io',
      UPSTASH_REDIS_REST_TOKEN: 'YOUR_TOKEN',
    }),
    proxy: {
      title: 'Put a proxy in front',
      codes: [
        { language: 'nginx', code: nginxConfiguration.trimEnd() },
        { language: 'Caddy', code: caddyfile.trimEnd() },
      ],
      prints: null,
    },
    service: {
      title: 'Keep it running',
      codes: [
        { language: 'systemd', code: unit.trimEnd() },
        { language: 'Compose', code: compose.trimEnd() },
      ],
      prints: null,
    },
    mail: settings('Send mail', {
      SMTP_URL: 'smtps://pinref%40example.com:password@mail.example.com:465',
      MAIL_FROM: 'Pinref <pinref@example.com>',
    }),
    backUp: shell('Back up', 'tar -czf pinref-backup.tar.gz .data'),
    restore: shell('Restore', 'tar -xzf pinref-backup.tar.gz'),
    googleKey: shell(
      'Try a Google key',
      `curl -s https://places.googleapis.com/v1/places/${placeId} \\
  -H 'X-Goog-Api-Key: ${googleKeyPlaceholder}' \\
  -H 'X-Goog-FieldMask: id'`,
      JSON.stringify({ id: placeId }, null, 2),
    ),
    places: settings('Turn Google on', { GOOGLE_MAPS_API_KEY: googleKeyPlaceholder, UPSTREAM_DAILY_CAP: '2000' }),
    stripe: settings('Turn billing on', {
      STRIPE_SECRET_KEY: 'sk_live_YOUR_KEY',
      STRIPE_WEBHOOK_SECRET: 'whsec_YOUR_SECRET',
    }),
  } satisfies Record<string, Sample>
}
