import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram, installSystemPackage } from '@/server/store/embedded/system-package'
import { freePort } from '../support/free-port'
import { removeFolder } from '../support/remove-folder'

/** Starts an nginx that keeps its connections to a server. Installs nginx if there is none. */
export async function startNginx(upstreamUrl: string): Promise<{ url: string; stop(): Promise<void> }> {
  const find = () => findProgram('nginx')
  if (!find()) installSystemPackage({ title: 'nginx', apt: 'nginx', brew: 'nginx' })
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'pinref-nginx-'))
  mkdirSync(join(folder, 'temporary'))
  writeFileSync(join(folder, 'nginx.conf'), configuration(folder, port, new URL(upstreamUrl).host))
  const nginx = spawn(find() ?? 'nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'error.log'], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/api/health`).catch(() => null))?.ok) {
    if (nginx.exitCode !== null) throw new Error('nginx did not start')
    await sleep(20)
  }
  return {
    url,
    async stop() {
      const ended = once(nginx, 'exit')
      nginx.kill('SIGTERM')
      await ended
      removeFolder(folder)
    },
  }
}

const configuration = (folder: string, port: number, upstream: string) => `
daemon off;
pid nginx.pid;
${process.getuid?.() === 0 ? 'user root;' : ''}
events {}
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, 'temporary', name)};`)
    .join('\n  ')}
  upstream pinref {
    server ${upstream};
    keepalive 16;
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://pinref;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
    }
  }
}
`
