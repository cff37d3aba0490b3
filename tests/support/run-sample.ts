import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { FileFormat, SampleLanguage } from '@/components/docs/samples/sample'
import { findProgram } from '@/server/platform/store/embedded/system-package'
import { languagesLeftOut } from './require-languages'

const run = promisify(execFile)

/** For each language, the program that runs it, and the name of the file it runs. */
const programs: Record<Exclude<SampleLanguage, FileFormat>, { program: string; before: string[]; file: string }> = {
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

/** Go's build cache is shared by all samples, in this run and later runs. Nothing is ever downloaded. */
const goEnvironment = {
  GOCACHE: join(tmpdir(), 'pinref-go-build'),
  GOPROXY: 'off',
  GOTOOLCHAIN: 'local',
  GOFLAGS: '',
}

let runs = 0

/** A sample that has been written to a file, and the program that runs it. */
interface WrittenSample {
  program: string
  /** Arguments before the file name. */
  before: string[]
  file: string
  env: NodeJS.ProcessEnv
}

/** Writes a code sample to a folder, which is created if it does not exist. */
export function writeSample(language: string, code: string, folder: string): WrittenSample {
  const runner = programs[language as keyof typeof programs]
  if (!runner) throw new Error(`no program is known for ${language}`)
  const { program, before, file } = runner
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, file), code)
  return { program: findProgram(program) ?? program, before, file, env: { ...process.env, ...goEnvironment } }
}

/**
 * Runs a code sample unchanged, in a folder.
 * @returns its output, trimmed. @throws Error with its standard error, if it fails.
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

/** Runs a code sample unchanged in a new folder below `below`. */
export function runSample(language: string, code: string, below: string): Promise<string> {
  runs += 1
  return runSampleIn(join(below, `run${runs}`), language, code)
}
