import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** An id for this systemd's user `pinref`, which no other user on the machine has. */
const userId = 64_123

/** The outcome of a command in this systemd. */
interface Outcome {
  code: number
  output: string
}

/** A separate systemd, next to the machine's own. */
export interface Systemd {
  /** Runs a command in this systemd. */
  run(...command: string[]): Promise<Outcome>
  stop(): Promise<void>
}

/**
 * Starts a real systemd as process 1 in its own namespaces, in which `folder` is `/srv/pinref`, there is a user
 * `pinref`, and all files that a unit writes are in memory. This systemd shares the machine's network and programs, and
 * needs root (or sudo).
 * @param folder has the releases, `current`, and `.env`; gets `systemd/` for this function's own files.
 * @param unit the path of the unit.
 */
export async function startSystemd(folder: string, unit: string): Promise<Systemd> {
  const files = join(folder, 'systemd')
  cpSync(unit, join(files, 'pinref.service'))
  for (const [name, line] of [
    ['passwd', `pinref:x:${userId}:${userId}::/var/lib/pinref:/usr/sbin/nologin`],
    ['group', `pinref:x:${userId}:`],
  ] as const) {
    writeFileSync(join(files, name), `${readFileSync(`/etc/${name}`, 'utf8').trimEnd()}\n${line}\n`)
  }
  writeFileSync(join(files, 'boot.sh'), bootScript(folder, files))
  chmodSync(folder, 0o755)
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [program = '', ...args] = [...asRoot, 'unshare', ...namespaces, 'sh', join(files, 'boot.sh')]
  const outside = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const pid = () => {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' }).split('\n')
    const found = lines.find((line) => line.includes(`/systemd --system --unit=${targetOf(folder)}`))
    return found?.trim().split(/\s+/)[0]
  }
  const run = (...command: string[]) =>
    new Promise<Outcome>((resolve) => {
      const inside = ['nsenter', '--target', pid() ?? '0', ...'--mount --pid --uts --ipc --cgroup'.split(' ')]
      const [program = '', ...args] = [...asRoot, ...inside, ...command]
      execFile(program, args, (error, stdout, stderr) => {
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr })
      })
    })
  while (pid() === undefined || !(await run('systemctl', 'is-system-running')).output.startsWith('running')) {
    if (outside.exitCode !== null) throw new Error('systemd did not start')
    await sleep(100)
  }
  return {
    run,
    async stop() {
      await run('systemctl', 'stop', 'pinref')
      const ended = once(outside, 'exit')
      const [program = '', ...args] = [...asRoot, 'kill', '-KILL', pid() ?? '0']
      execFileSync(program, args)
      await ended
    },
  }
}

const namespaces = '--fork --pid --mount --uts --ipc --cgroup --mount-proc --kill-child'.split(' ')

/** The only unit that this systemd starts itself, with a name that no other systemd uses. */
const targetOf = (folder: string) => `${basename(folder)}.target`

const bootScript = (folder: string, files: string) => `set -e
mount --make-rprivate /
mount -t tmpfs tmpfs /run
mount -t tmpfs tmpfs /srv
mkdir -p /srv/pinref /run/systemd/system
mount --bind '${folder}' /srv/pinref
chown ${userId}:${userId} /srv/pinref/.env
chmod 600 /srv/pinref/.env
for name in passwd group; do mount --bind '${files}'/$name /etc/$name; done
cp '${files}/pinref.service' /run/systemd/system
for hidden in /var/lib /var/tmp /tmp; do mount -t tmpfs -o mode=1777 tmpfs $hidden; done
printf '[Unit]\\nDefaultDependencies=no\\nAllowIsolate=yes\\n' > /run/systemd/system/${targetOf(folder)}
export container=pinref
exec /lib/systemd/systemd --system --unit=${targetOf(folder)} --show-status=no --log-level=warning
`
