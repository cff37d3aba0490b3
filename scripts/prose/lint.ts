import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Passage } from './extract'

/** A violation of a rule in a string. */
export interface Finding {
  file: string
  line: number
  text: string
  problem: string
}

type Text = Passage & { file: string }

/**
 * Writes all passages to one file, each on its own line, and runs textlint and cspell on it: a file for each source
 * takes them twice as long.
 * @param folder where to write the file; the folder's contents are replaced
 */
export function lint(texts: readonly Text[], folder: string): Finding[] {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const path = `${folder}/passages.txt`
  // An empty line ends a paragraph, so that no rule matches the end of a passage with the start of the next.
  writeFileSync(path, texts.map(({ text }) => `${text.replaceAll('\n', ' ')}\n\n`).join(''))
  return [...wordingProblems(path), ...spellingProblems(path)]
    .flatMap(({ line, column, problem }) => {
      const passage = texts[(line - 1) / 2]
      const text = passage?.text.slice(Math.max(0, column - 41), column + 60) ?? ''
      return passage ? [{ file: passage.file, line: passage.line, text, problem }] : []
    })
    .sort((one, other) => one.file.localeCompare(other.file) || one.line - other.line)
}

/** A problem at a position in the written file, counted from 1. */
interface Problem {
  line: number
  column: number
  problem: string
}

function wordingProblems(path: string): Problem[] {
  const options = [
    '--config',
    'scripts/prose/textlint.json',
    '--rules-base-directory',
    resolve('tests/tools/node_modules'),
  ]
  const output = tool('textlint', [...options, '--no-color', '--format', 'json', path])
  const [result]: { messages: { line: number; column: number; message: string }[] }[] = JSON.parse(output)
  return (result?.messages ?? []).map(({ line, column, message }) => {
    const [change, reason] = message.split('\n')
    return { line, column, problem: `${change} (${reason})` }
  })
}

function spellingProblems(path: string): Problem[] {
  const options = [
    'lint',
    '--config',
    'scripts/prose/cspell.json',
    '--no-progress',
    '--no-summary',
    '--no-color',
    '--no-gitignore',
  ]
  const output = tool('cspell', [...options, path])
  return [...output.matchAll(/^.*?:(\d+):(\d+) - (?:Unknown|Forbidden) word \((.*?)\)/gm)].map(
    ([, line, column, word]) => ({ line: Number(line), column: Number(column), problem: `Unknown word: ${word}` }),
  )
}

function tool(name: string, options: string[]): string {
  const { stdout, stderr, status } = spawnSync('node', ['scripts/tools.mjs', name, ...options], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  // Both tools exit with 1 if there are findings.
  if (status !== 0 && (status !== 1 || stdout === '')) throw new Error(`${name} failed: ${stderr || stdout}`)
  return stdout
}
