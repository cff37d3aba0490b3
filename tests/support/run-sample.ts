import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SampleLanguage } from '@/components/docs/samples/sample'
import { findProgram } from '@/server/store/system-package'
import { languagesLeftOut } from './require-languages'

const run = promisify(execFile)

/** The program of a language, and the name of a file that it runs. */
const programs: Record<
  Exclude<SampleLanguage, 'JSON' | 'YAML'>,
  { program: string; before: string[]; file: string }
> = {
  curl: { program: 'bash', before: [], file: 'sample.sh' },
  shell: { program: 'bash', before: [], file: 'sample.sh' },
  'Apps Script': {
    program: process.execPath,
    before: ['--import', join(import.meta.dirname, 'apps-script.mjs')],
    file: 'sample.mjs',
  },
  JavaScript: { program: process.execPath, before: [], file: 'sample.mjs' },
  Python: { program: 'python3', before: [], file: 'sample.py' },
  PHP: { program: 'php', before: [], file: 'sample.php' },
  Go: { program: 'go', before: ['run'], file: 'main.go' },
}

export const sampleLanguages = Object.keys(programs).sort()

/** Whether samples in this language are run here. */
export const isRun = ({ language }: { language: string }) => !languagesLeftOut.includes(language)

/** What Go has built for one sample serves all others, in this run and the next; nothing is ever fetched for one. */
const goEnvironment = {
  GOCACHE: join(tmpdir(), 'pinref-go-build'),
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GOFLAGS: '',
}

let runs = 0

/** A sample that is written down, and what runs it. */
interface WrittenSample {
  program: string
  /** Before the name of the file. */
  before: string[]
  file: string
  env: NodeJS.ProcessEnv
}

/** Writes a code sample down in a folder, which is made where it is not there. */
export function writeSample(language: string, code: string, folder: string): WrittenSample {
  const known = programs[language as keyof typeof programs]
  if (!known) throw new Error(`no program is known for ${language}`)
  const { program, before, file } = known
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), code)
  return { program: findProgram(program) ?? program, before, file, env: { ...process.env, ...goEnvironment } }
}

/**
 * Runs a code sample as it stands, in a folder.
 * @returns what it printed, trimmed.
 * @throws Error where it ends in failure, with what it wrote to standard error.
 */
export async function runSampleIn(folder: string, language: string, code: string, env = {}): Promise<string> {
  const written = writeSample(language, code, folder)
  const { stdout } = await run(written.program, [...written.before, written.file], {
    cwd: folder,
    timeout: 120_000,
    env: { ...written.env, ...env },
  })
  return stdout.trim()
}

/** The same, in a folder of its own below the given one. */
export function runSample(language: string, code: string, below: string): Promise<string> {
  runs += 1
  return runSampleIn(join(below, `run${runs}`), language, code)
}
