import type { Passage } from './extract'

/** A file's text. Groups: 1 is program output, 2 the docs, 3 the interface, 4 texts for developers. */
export type Text = Passage & { file: string; group: 1 | 2 | 3 | 4 }

const titles = {
  1: 'OpenAPI, MCP, errors, CLI, emails',
  2: 'Docs pages and Markdown files',
  3: 'Interface',
  4: 'Comments, docstrings, test names',
} as const

/** Prints random sentences from each group of texts, the same ones for the same seed, and the docs' word count. */
export function printSample(texts: Text[], count: number, seed: number) {
  const random = randomNumbers(seed)
  for (const group of [1, 2, 3, 4] as const) {
    const sentences = texts.filter((text) => text.group === group).flatMap(sentencesOf)
    console.log(`\n## ${titles[group]}: ${count} of ${sentences.length} sentences\n`)
    for (const sentence of pick(sentences, count, random)) console.log(sentence)
  }
  console.log('\n## Words\n')
  for (const [name, files] of wordCounts) {
    console.log(`${name}: ${words(texts.filter(({ file, kind }) => kind === 'text' && files.test(file)))}`)
  }
}

const wordCounts = [
  ['Docs pages', /^(app|components)\/docs\//],
  ['README.md', /^README\.md$/],
  ['docs/*.md', /^docs\/[^/]*\.md$/],
] as const

const words = (texts: Text[]) => texts.reduce((sum, { text }) => sum + text.split(' ').length, 0)

const sentencesOf = ({ file, line, text }: Text) =>
  text
    .split(/(?<=[.?!]["”’)]?) (?=[A-Z“"‘(`])/)
    .filter((sentence) => sentence.split(' ').length > 2)
    .map((sentence) => `${sentence}  (${file}:${line})`)

function pick<T>(items: T[], count: number, random: () => number): T[] {
  const left = [...items]
  return Array.from({ length: Math.min(count, left.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat()
}

/** Returns numbers from 0 to 1 that depend only on the seed (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
