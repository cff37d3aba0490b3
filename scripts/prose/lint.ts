import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { Passage } from './extract'

/** A violation of a rule in a string. */
export interface Finding {
  file: string
  line: number
  text: string
  problem: string
}

/**
 * Writes each file's passages at their source line numbers, and runs textlint and cspell on them.
 * @param folder where to write the passages; its contents are replaced
 */
export function lint(texts: readonly (Passage & { file: string })[], folder: string): Finding[] {
  rmSync(folder, { recursive: true, force: true })
  const lines = new Map<string, string[]>()
  for (const { file, line, text } of texts) {
    const ofFile = lines.get(file) ?? []
    lines.set(file, ofFile)
    while (ofFile.length < line) ofFile.push('')
    ofFile[line - 1] = ofFile[line - 1] ? `${ofFile[line - 1]} | ${text}` : text
  }
  for (const [file, ofFile] of lines) {
    mkdirSync(`${folder}/${dirname(file)}`, { recursive: true })
    writeFileSync(`${folder}/${file}.txt`, `${ofFile.join('\n')}\n`)
  }
  const textAt = (file: string, line: number) => lines.get(file)?.[line - 1] ?? ''
  return [...wordingFindings(folder, textAt), ...spellingFindings(folder, textAt)].sort(
    (one, other) => one.file.localeCompare(other.file) || one.line - other.line,
  )
}

type TextAt = (file: string, line: number) => string

function wordingFindings(folder: string, textAt: TextAt): Finding[] {
  const options = [
    '--config',
    'scripts/prose/textlint.json',
    '--rules-base-directory',
    resolve('tests/tools/node_modules'),
  ]
  const output = tool('textlint', [...options, '--no-color', '--format', 'json', folder])
  const results: { filePath: string; messages: { line: number; column: number; message: string }[] }[] =
    JSON.parse(output)
  return results.flatMap(({ filePath, messages }) =>
    messages.map(({ line, column, message }) => {
      const file = sourceOf(folder, filePath)
      const [change, reason] = message.split('\n')
      const text = textAt(file, line).slice(Math.max(0, column - 41), column + 60)
      return { file, line, text, problem: `${change} (${reason})` }
    }),
  )
}

function spellingFindings(folder: string, textAt: TextAt): Finding[] {
  const options = [
    'lint',
    '--config',
    'scripts/prose/cspell.json',
    '--no-progress',
    '--no-summary',
    '--no-color',
    '--no-gitignore',
  ]
  const output = tool('cspell', [...options, `${folder}/**/*.txt`])
  return [...output.matchAll(/^(.*?):(\d+):(\d+) - (?:Unknown|Forbidden) word \((.*?)\)/gm)].map((match) => {
    const [, path = '', line, column, word] = match
    const file = sourceOf(folder, path)
    const start = Math.max(0, Number(column) - 41)
    const text = textAt(file, Number(line)).slice(start, start + 100)
    return { file, line: Number(line), text, problem: `Unknown word: ${word}` }
  })
}

const sourceOf = (folder: string, path: string) =>
  path.slice(path.indexOf(`${folder}/`) + folder.length + 1).replace(/\.txt$/, '')

function tool(name: string, options: string[]): string {
  const { stdout, stderr, status } = spawnSync('node', ['scripts/tools.mjs', name, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  // Both tools exit with 1 if there are findings.
  if (status !== 0 && (status !== 1 || stdout === '')) throw new Error(`${name} failed: ${stderr || stdout}`)
  return stdout
}
