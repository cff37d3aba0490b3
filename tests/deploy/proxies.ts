import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from 'node:tls'
import { findProgram, installSystemPackages } from '@/server/platform/store/embedded/system-package'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'

/** A TLS proxy with a self-signed certificate. */
export interface FrontProxy {
  url: string
  /** Where it accepts HTTP without TLS, and the site to which it redirects from there. */
  plain: { url: string; redirectsTo: string }
  /** The folder for files that clients of ACME place, as in `/.well-known/acme-challenge/…`; null if the proxy is one itself. */
  acmeFolder: string | null
  stop(): Promise<void>
}

/**
 * Starts nginx with `docs/samples/nginx.conf`, with only the ports and certificate paths replaced.
 * @param upstreamUrl the server behind the proxy.
 */
export async function startNginx(upstreamUrl: string): Promise<FrontProxy> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'pinref-nginx-'))
  for (const name of ['temporary', 'logs', 'acme']) mkdirSync(join(folder, name))
  const [key, certificate] = [join(folder, 'pinref.key'), join(folder, 'pinref.pem')]
  const [newKey, files] = [
    '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes',
    ['-keyout', key, '-out', certificate],
  ]
  const name = ['-subj', '/CN=pinref.example.com']
  execFileSync(programOf('openssl'), ['req', '-x509', '-batch', ...newKey.split(' '), ...files, ...name], {
    stdio: 'ignore',
  })
  const sample = replaceEach(readFileSync('docs/samples/nginx.conf', 'utf8'), {
    '127.0.0.1:3000': new URL(upstreamUrl).host,
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    'listen 443 ssl http2;': `listen 127.0.0.1:${port} ssl http2;`,
    '/var/www/html': join(folder, 'acme'),
    '/etc/ssl/pinref.pem': certificate,
    '/etc/ssl/pinref.key': key,
  })
  writeFileSync(join(folder, 'pinref.conf'), sample)
  writeFileSync(join(folder, 'nginx.conf'), nginxAround(folder, 'pinref.conf'))
  const started = await startProxy('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], port, folder)
  const plain = { url: `http://127.0.0.1:${plainPort}`, redirectsTo: 'https://pinref.example.com' }
  return { ...started, plain, acmeFolder: join(folder, 'acme') }
}

/**
 * Starts Caddy with `docs/samples/Caddyfile` unchanged, at an address with a certificate from Caddy itself.
 * @param upstreamUrl the server behind the proxy.
 */
export async function startCaddy(upstreamUrl: string): Promise<FrontProxy> {
  const [port, plainPort] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'pinref-caddy-'))
  const file = join(folder, 'Caddyfile')
  const options = [
    'admin off',
    'skip_install_trust',
    `http_port ${plainPort}`,
    `https_port ${port}`,
    'log {\nlevel ERROR\n}',
  ]
  writeFileSync(file, `{\n${options.join('\n')}\n}\nimport ${resolve('docs/samples/Caddyfile')}\n`)
  const started = await startProxy('caddy', ['run', '--adapter', 'caddyfile', '--config', file], port, folder, {
    PINREF_SITE: `https://127.0.0.1:${port}`,
    PINREF_UPSTREAM: new URL(upstreamUrl).host,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  })
  const plain = { url: `http://127.0.0.1:${plainPort}`, redirectsTo: 'https://127.0.0.1' }
  return { ...started, plain, acmeFolder: null }
}

/** Starts a proxy and waits until it accepts TLS connections. */
async function startProxy(name: string, args: string[], port: number, folder: string, env = {}) {
  const proxy = spawn(programOf(name), args, { stdio: 'inherit', cwd: folder, env: { ...process.env, ...env } })
  while (!(await acceptsTls(port))) {
    if (proxy.exitCode !== null) throw new Error(`${name} did not start`)
    await sleep(20)
  }
  return {
    url: `https://127.0.0.1:${port}`,
    async stop() {
      const ended = once(proxy, 'exit')
      proxy.kill('SIGTERM')
      await ended
      removeFolder(folder)
    },
  }
}

function acceptsTls(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => done(true))
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
    socket.once('secureConnect', () => socket.destroy())
  })
}

/** Returns a program's path and installs the program if it is missing. */
function programOf(name: string): string {
  if (!findProgram(name)) installSystemPackages({ title: name, apt: name, brew: name })
  return findProgram(name) ?? name
}

/** Replaces strings that must each occur once, so a test fails if the sample has changed. */
function replaceEach(text: string, replacements: Record<string, string>): string {
  return Object.entries(replacements).reduce((replaced, [from, to]) => {
    if (replaced.split(from).length !== 2) throw new Error(`The sample does not have "${from}" once.`)
    return replaced.replace(from, to)
  }, text)
}

/** The rest of Debian's nginx configuration, with all files in one folder. */
const nginxAround = (folder: string, sample: string) => `
daemon off;
pid nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`)
    .join('\n  ')}
  include ${join(folder, sample)};
}
`
