import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { removeFolder } from '../support/remove-folder'

/** Vercel's CLI is installed here when first needed. At 360 MB, it is too large to be a project dependency. */
const cliFolder = 'dist/vercel-cli'
const cli = { private: true, dependencies: { vercel: '64.0.2' }, overrides: { sandbox: '4.5.0' } }

/** The settings of a linked project. Its dependencies are already installed, so there is no install command. */
const linked = { projectId: 'prj_0000000000000000000000000000', orgId: 'team_000000000000000000000000' }
const settings = { framework: 'nextjs', installCommand: '' }

/**
 * Builds a copy of this project the way Vercel does, offline.
 * @param app the folder of the app, for an app other than Pinref.
 * @returns a folder with only the output, because on Vercel, functions do not have the project around them either. It is
 *   read-only, as on Vercel; remove it with `removeOutput`.
 * @throws Error with the build's log, if it fails.
 */
export function buildForVercel(env: Record<string, string>, app?: string): string {
  const project = copyProject(app)
  try {
    const { PATH, HOME } = process.env
    const { status, stdout, stderr } = spawnSync(installedCli(), ['build', '--prod', '--standalone'], {
      cwd: project,
      env: {
        PATH,
        HOME,
        NODE_ENV: 'production',
        VERCEL_TELEMETRY_DISABLED: '1',
        PINREF_BUILD: commit,
        ...env,
      },
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`vercel build ended with ${status}:\n${stdout}${stderr}`)
    const output = mkdtempSync(join(tmpdir(), 'pinref-vercel-'))
    renameSync(join(project, '.vercel', 'output'), output)
    cpSync('tests/vercel/run-function.mjs', join(output, 'run-function.mjs'))
    // If this process is root's, the functions run as nobody.
    execFileSync('chmod', ['-R', 'a-w,a+rX', output])
    return output
  } finally {
    removeFolder(project)
  }
}

/** The build's name, which Vercel takes from the project's repository. Its CLI doesn't. */
const commit = '0123456789ab'

/** Removes the output of a build. */
export function removeOutput(folder: string): void {
  execFileSync('chmod', ['-R', 'u+w', folder])
  removeFolder(folder)
}

function copyProject(app?: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-project-'))
  // Another app would find Pinref's own files.
  const paths = app === undefined ? [] : [dirname(app), 'tsconfig.json', 'package.json']
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths], {
    encoding: 'utf8',
  })
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(file, join(folder, file))
  }
  copyModules(folder)
  mkdirSync(join(folder, '.vercel'))
  const own = app === undefined ? settings : { ...settings, rootDirectory: app, buildCommand: 'next build' }
  writeFileSync(join(folder, '.vercel', 'project.json'), JSON.stringify({ ...linked, settings: own }))
  if (app !== undefined) {
    const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
    writeFileSync(join(folder, app, 'package.json'), JSON.stringify({ dependencies: { next: dependencies.next } }))
  }
  return folder
}

/** The variables that a project must set. */
export const variables = {
  KV_REST_API_URL: 'https://pinref.upstash.example',
  KV_REST_API_TOKEN: 'a token',
  KEY_PEPPER: 'a pepper for tests only',
  AUTH_SECRET: 'a secret for tests only, long enough',
  APP_URL: 'https://pinref.example',
}

function installedCli(): string {
  const program = resolve(cliFolder, 'node_modules/.bin/vercel')
  if (existsSync(program)) return program
  mkdirSync(cliFolder, { recursive: true })
  writeFileSync(join(cliFolder, 'package.json'), JSON.stringify(cli))
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: cliFolder })
  return program
}

/** Copies `node_modules`, as hard links if the file system allows it. */
function copyModules(folder: string): void {
  const { status } = spawnSync('cp', ['-al', 'node_modules', folder], { stdio: 'ignore' })
  if (status !== 0) execFileSync('cp', ['-a', 'node_modules', folder])
}
