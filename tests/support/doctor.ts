import { execFile } from 'node:child_process'

/** Runs one of the server's commands with only these settings. Requires a build. */
export function runCommand(args: readonly string[], env: Record<string, string>) {
  const { PATH } = process.env
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(
      process.execPath,
      ['dist/pinref-server.js', ...args],
      { env: { PATH, NODE_ENV: 'production', ...env } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    )
  })
}

/** Returns the doctor's exit code, and its lines by check name. */
export async function runDoctor(env: Record<string, string>) {
  const { code, stdout } = await runCommand(['doctor'], env)
  const lines = stdout.trimEnd().split('\n')
  return { code, ...Object.fromEntries(lines.map((line) => [line.split(/ +/)[1], line])) } as Record<string, unknown>
}
