import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { removeFolder } from '../support/remove-folder'

const run = promisify(execFile)

/** Reads the diffs in a recipe. @param title the title of its section. */
function readDiffs(title: string): string[] {
  const [, section = ''] = readFileSync('docs/contributing.md', 'utf8').split(`## ${title}\n`)
  const [recipe = ''] = section.split('\n## ')
  return [...recipe.matchAll(/```diff\n(.*?)```/gs)].map(([, diff = '']) => diff)
}

/** Copies all compiler input to a folder. */
async function copyTree(folder: string): Promise<void> {
  const { stdout } = await run('git', ['ls-files', '-co', '--exclude-standard'])
  const sources = stdout.split('\n').filter((path) => /\.(?:[cm]?tsx?|mjs|json|gs|py)$/.test(path))
  for (const path of [...sources, 'next-env.d.ts', '.next/types'].filter((path) => existsSync(path))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(path, join(folder, path), { recursive: true })
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
}

/**
 * Applies a diff without line numbers: each hunk identifies its position, and its old lines must occur exactly once.
 */
function apply(folder: string, diff: string): void {
  for (const ofFile of diff.split(/^--- /m).slice(1)) {
    const [path = '', ...hunks] = ofFile.split(/\n@@ /)
    for (const hunk of hunks) {
      const [place = '', ...lines] = hunk.replace(/\n$/, '').split('\n')
      const side = (sign: string) =>
        lines.filter((line) => line.startsWith(' ') || line.startsWith(sign)).map((line) => `${line.slice(1)}\n`)
      const file = join(folder, path)
      const text = readFileSync(file, 'utf8')
      expect(text, `${path} names ${place}`).toMatch(new RegExp(`\\b${place}\\b`))
      expect(text.split(side('-').join('')), `the old lines at ${place} are in ${path} once`).toHaveLength(2)
      writeFileSync(
        file,
        text.replace(side('-').join(''), () => side('+').join('')),
      )
    }
  }
}

/** `[what is added, the title of the recipe, how many diffs it has]` */
const recipes = [
  // One for existing data, and one for data from Google.
  ['a field to a response', 'Add a field to a response', 2],
  ['an option to a lookup', 'Add an option', 1],
] as const

test.each(recipes)('the edits in the docs are enough to add %s', async (_, title, count) => {
  const folder = mkdtempSync(join(tmpdir(), 'pinref-recipe-'))
  onTestFinished(() => removeFolder(folder))
  await copyTree(folder)
  const diffs = readDiffs(title)
  expect(diffs).toHaveLength(count)
  for (const diff of diffs) apply(folder, diff)
  const compiler = resolve('node_modules/typescript/bin/tsc')
  // Several checkers repeat each other's work, and the other tests need the processor.
  const errors = await run(process.execPath, [compiler, '--noEmit', '--checkers', '1', '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
  expect(errors).toBe('')
})
