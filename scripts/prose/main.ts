import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { type Passage, passagesOf } from './extract'
import { type Finding, lint } from './lint'
import { printSample, type Text } from './sample'

/*
 * Checks the text that people read against docs/prose.yml, and its spelling against American English and
 * docs/prose-words.txt.
 *
 *   npm run task lint:prose                          checks all files, or the named files and folders
 *   npm run task lint:prose -- --sample 40 --seed 7  prints 40 random sentences from each group of texts, to read aloud
 */

function main(options: string[]) {
  const files = listFiles(
    options.filter((option, index) => !/^--/.test(option) && !/^--/.test(options[index - 1] ?? '')),
  )
  const texts = files.flatMap(textsOf)
  if (options.includes('--sample'))
    printSample(texts, numberOf(options, '--sample', 40), numberOf(options, '--seed', 1))
  else report(lint(texts, 'dist/prose'), files.length)
}

/** Code samples, generated files, and files that are not in English: real listings, cards, and words in people's lists. */
const notProse =
  /^(docs\/samples|tests\/samples|clients\/python\/pinref\/_(types|operations)\.py|components\/kit\/text\.ts|server\/places\/sources\/sample\/listings\.ts|server\/features\/lists\/(heading-words|name-match|country-names)\.ts)/

/** Lists the files with prose, or only the named ones. */
const listFiles = (within: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...within], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|gs|mdx?|py|lua)$/.test(file) && !notProse.test(file))

function textsOf(file: string): Text[] {
  const source = readFileSync(file, 'utf8')
  return passagesOf(file, source).map((passage) => ({ ...passage, file, group: groupOf(file, passage) }))
}

function groupOf(file: string, { kind }: Passage): Text['group'] {
  if (kind !== 'text') return 4
  if (/\.md$|^(app|components)\/(docs|changelog)\//.test(file)) return 2
  return /^(app|components)\/(?!.*route\.ts$)/.test(file) ? 3 : 1
}

const numberOf = (options: string[], name: string, otherwise: number) =>
  Number(options[options.indexOf(name) + 1] ?? otherwise) || otherwise

function report(findings: Finding[], files: number) {
  for (const { file, line, text, problem } of findings) console.log(`${file}:${line}: ${problem}\n    ${text.trim()}`)
  console.log(findings.length > 0 ? `${findings.length} findings.` : `No findings in ${files} files.`)
  process.exitCode = findings.length > 0 ? 1 : 0
}

main(process.argv.slice(2))
