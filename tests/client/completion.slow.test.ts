import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { findProgram, installSystemPackages } from '@/server/platform/store/embedded/system-package'
import { missingShells } from '../support/require-languages'
import { environment, project, runCli } from './installed'

const run = promisify(execFile)

/** The folder with only the completion files. */
const folder = join(project, 'completion')

beforeAll(() => {
  installSystemPackages(...missingShells())
  mkdirSync(folder)
  writeFileSync(join(folder, 'shops.csv'), 'link\n')
})

/** Runs a script in a shell with only the program in its path. */
async function inShell(program: string, ...args: string[]): Promise<string> {
  const PATH = `${join(project, 'node_modules/.bin')}:${process.env.PATH}`
  const env = { ...environment({ HOME: folder, TERM: 'dumb' }), PATH }
  const { stdout } = await run(findProgram(program) ?? program, args, { cwd: folder, env })
  return stdout
}

/** Each typed line, and Tab's suggestions for its last word. */
const cases: ReadonlyArray<[typed: string, offered: string[]]> = [
  ['pinref lo', ['login', 'logout']],
  ['pinref completion ', ['bash', 'fish', 'zsh']],
  ['pinref --details ch', ['checked']],
  ['pinref --jso', ['--json', '--jsonl']],
  ['pinref bulk --co', ['--column', '--country-column']],
  ['pinref bulk shops.csv --fallback ', ['name', 'none']],
  ['pinref watch create x shops.csv --he', ['--heading-row', '--help']],
  ['pinref bulk shops.csv --operation ', ['auto', 'convert', 'resolve', 'search']],
  ['pinref batch ', ['repeat', 'results']],
  ['pinref batch results x --finding cl', ['closed_permanently', 'closed_temporarily']],
  ['pinref watch ', ['check', 'create', 'create-listings', 'delete', 'events', 'list', 'listings', 'pause', 'resume']],
  ['pinref watch events x --fol', ['--follow']],
  ['pinref watch listings x --state g', ['gone']],
  ['pinref --fo', []],
]

describe('bash, with `pinref completion bash`', () => {
  test.each(cases)('completes “%s” with %j', async (typed, offered) => {
    const script = `source <(pinref completion bash)
COMP_WORDS=(${typed.replace(/ $/, " ''")})
COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))
eval "$(complete -p pinref | sed -n 's/.*-F \\([^ ]*\\) .*/\\1/p')"
printf '%s\\n' "\${COMPREPLY[@]}"`
    expect((await inShell('bash', '--norc', '-c', script)).split('\n').filter(Boolean).sort()).toEqual(offered)
  })
})

describe('fish, with `pinref completion fish`', () => {
  test.each(cases)('completes “%s” with %j', async (typed, offered) => {
    const script = `pinref completion fish | source; complete -C '${typed}'`
    const lines = (await inShell('fish', '--no-config', '-c', script)).split('\n').filter(Boolean)
    expect(lines.map((line) => line.split('\t')[0]).sort()).toEqual(offered)
  })

  test('offers files after `bulk` and `-o`', async () => {
    for (const typed of ['pinref bulk sh', 'pinref bulk x.csv -o sh']) {
      const script = `pinref completion fish | source; complete -C '${typed}'`
      expect(await inShell('fish', '--no-config', '-c', script)).toMatch(/^shops\.csv/m)
    }
  })
})

describe('zsh, with `pinref completion zsh`', () => {
  /** Types a line in a separate terminal, presses Tab, and returns zsh's output. */
  async function shownFor(typed: string): Promise<string> {
    const script = `zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "autoload -U compinit; compinit -u -D; source <(pinref completion zsh); LISTMAX=1000; PROMPT='rea''dy>'"
zpty -r -m shell start '*ready>*'
zpty -w -n shell ${JSON.stringify(typed)}$'\\t\\t'
zpty -w -n shell $'\\C-e#end\\n'
zpty -r -m shell shown '*#end*'
zpty -d shell
print -r -- "$shown"`
    return inShell('zsh', '-f', '-c', script)
  }

  test.each(cases.filter(([, offered]) => offered.length > 0))('completes “%s” with %j', async (typed, offered) => {
    const shown = await shownFor(typed)
    for (const word of offered) expect(shown).toContain(word)
  })

  test('offers files after `bulk`, and explains each option', async () => {
    expect(await shownFor('pinref bulk sh')).toContain('shops.csv')
    expect(await shownFor('pinref bulk shops.csv --')).toContain('Start over and overwrite the results')
  })
})

test('a shell without completions is rejected', async () => {
  expect(await runCli(['completion', 'tcsh'], {})).toEqual({
    code: 2,
    stdout: '',
    stderr: 'pinref: completion takes one shell: bash, zsh, fish. See "pinref --help".\n',
  })
})
