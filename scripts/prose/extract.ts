import { createRequire } from 'node:module'

/** A string for people, with its position in the source. */
export interface Passage {
  line: number
  kind: 'text' | 'comment' | 'test name'
  text: string
}

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

interface Parsed {
  program: Node
  comments: { type: 'Line' | 'Block'; value: string; start: number; end: number }[]
}

/** Stands for code within prose; it doesn't end a sentence or have misspelled words. */
const codeMark = '`…`'
const valueMark = '…'

/** Returns the passages of a file, whose ending determines how it is read. */
export function passagesOf(file: string, source: string): Passage[] {
  const read = { md: passagesOfMarkdown, mdx: passagesOfMdx, py: passagesOfPython, lua: passagesOfLua }[
    file.split('.').at(-1) ?? ''
  ]
  return read?.(source) ?? passagesOfCode(file.replace(/\.gs$/, '.mjs'), source)
}

/** Returns the passages in a source file: comments, JSX, prose in strings, and test names. */
export function passagesOfCode(file: string, source: string): Passage[] {
  const lineAt = lineFinder(source)
  const { program, comments } = parser().parseSync(file, source)
  const isTest = file.startsWith('tests/')
  const texts = [...textsOf(program)].filter(({ kind }) => !isTest || kind === 'test name')
  return [
    ...joinLineComments(source, comments).map(({ start, text }) => ({
      line: lineAt(start),
      kind: 'comment' as const,
      text,
    })),
    ...texts.map(({ start, kind, text }) => ({ line: lineAt(start), kind, text: collapse(text) })),
  ].filter(({ text }) => isProse(text))
}

/** Returns the paragraphs, headings, list items, and table rows of a Markdown file, without code. */
export function passagesOfMarkdown(source: string): Passage[] {
  const withoutBlocks = source.replace(/^( *)```[\s\S]*?^ *```$|<!--[\s\S]*?-->/gm, (block) =>
    block.replace(/[^\n]/g, ''),
  )
  const passages: Passage[] = []
  let open: Passage | null = null
  for (const [index, raw] of withoutBlocks.split('\n').entries()) {
    const text = raw.trim()
    const startsBlock = /^(#{1,6} |[-*+] |\d+\. |\||>|<)/.test(text)
    if (open && (text === '' || startsBlock)) open = null
    if (text === '' || /^[|: -]+$/.test(text)) continue
    if (open) open.text += ` ${text}`
    else {
      open = { line: index + 1, kind: 'text', text }
      passages.push(open)
    }
  }
  return passages
    .map((passage) => ({ ...passage, text: plainMarkdown(passage.text) }))
    .filter(({ text }) => text !== '')
}

/** Returns the passages of a docs page: its Markdown, and the captions and names of its elements. */
export function passagesOfMdx(source: string): Passage[] {
  const expression = /(`[^`\n]*`)|(?:<Code>)?\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}(?:<\/Code>)?/g
  const named = /<\w[^>]*? (?:caption|label|name|title)="([^"]*)"[^>]*>/g
  const linesIn = (text: string) => text.replace(/[^\n]/g, '')
  return passagesOfMarkdown(
    source
      .replace(/^import .*| \[#[\w-]+\]$/gm, '')
      .replace(expression, (text, code) => code ?? valueMark + linesIn(text))
      .replace(named, (tag, name) => `- ${name}: ${linesIn(tag)}`),
  )
}

/** Returns the comments and docstrings of a Python file. */
export function passagesOfPython(source: string): Passage[] {
  const lineAt = lineFinder(source)
  return [...source.matchAll(/"""([\s\S]*?)"""|(?:^|\s)# (.*)$/gm)]
    .map((match) => ({
      line: lineAt(match.index),
      kind: 'comment' as const,
      text: collapse(markCode(match[1] ?? match[2] ?? '')),
    }))
    .filter(({ text }) => isProse(text))
}

/** Returns the comments of a Lua file. Consecutive lines are one comment. */
export function passagesOfLua(source: string): Passage[] {
  const lineAt = lineFinder(source)
  return [...source.matchAll(/^[ \t]*-- .*(?:\n[ \t]*-- .*)*/gm)]
    .map(({ index, 0: comment }) => ({
      line: lineAt(index),
      kind: 'comment' as const,
      text: collapse(markCode(comment.replace(/^[ \t]*-- /gm, ''))),
    }))
    .filter(({ text }) => isProse(text))
}

/** Loads the parser, one of the tools that only checks use. */
function parser(): { parseSync(file: string, source: string): Parsed } {
  return createRequire(`${process.cwd()}/tests/tools/package.json`)('oxc-parser')
}

interface Found {
  start: number
  kind: 'text' | 'test name'
  text: string
}

/** Attributes, properties, and functions with strings for programs. */
const codeNames =
  /^(className|class|classNames|style|d|viewBox|sizes|allow|rel|transform|points|src|href|cn|clsx|cva|tv|querySelector(All)?|media|gridTemplate\w*|pattern|font\w*|transition|boxShadow|strokeDasharray|autoComplete|accept)$/

function* textsOf(node: Node): Generator<Found> {
  if (/^(Import|Export(All|Named))/.test(node.type) && node.source) return
  if (/^TS/.test(node.type) && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return
  if (isNamedForCode(node)) return
  const name = testName(node)
  if (name) yield { start: node.start, kind: 'test name', text: name }
  const text = node.type === 'TaggedTemplateExpression' ? null : ownText(node)
  if (text !== null) yield { start: firstCharacter(node), kind: 'text', text }
  if (isJsx(node) && text !== null) yield* attributesWithin(node)
  else if (!isString(node)) for (const child of childrenOf(node)) yield* textsOf(child)
  else if (node.type === 'TemplateLiteral')
    for (const child of childrenOf(node)) if (!isString(child)) yield* textsOf(child)
}

const isJsx = ({ type }: Node) => type === 'JSXElement' || type === 'JSXFragment'
const isString = (node: Node) =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')

/** Returns the text of a string, or of an element that mixes text and other elements. */
function ownText(node: Node): string | null {
  if (isString(node)) return stringText(node)
  if (!isJsx(node)) return null
  const hasText = (node.children as Node[]).some((child) => child.type === 'JSXText' && /\w/.test(String(child.value)))
  return hasText ? jsxText(node) : null
}

function stringText(node: Node): string {
  if (node.type === 'Literal') return String(node.value)
  const parts = node.quasis as { value: { cooked: string } }[]
  return parts.map(({ value }) => value.cooked).join(valueMark)
}

function jsxText(node: Node): string {
  if (node.type === 'JSXText') return String(node.value)
  if (isJsx(node)) {
    const name = (node.openingElement as Node | undefined)?.name as { name?: string } | undefined
    if (/^(code|Code|kbd|pre)$/.test(name?.name ?? '')) return codeMark
    return (node.children as Node[]).map(jsxText).join('')
  }
  const value = node.expression as Node | undefined
  return value && isString(value) ? stringText(value) : value?.type === 'JSXEmptyExpression' ? '' : valueMark
}

function* attributesWithin(node: Node): Generator<Found> {
  for (const child of childrenOf(node)) {
    if (child.type === 'JSXAttribute') yield* textsOf(child)
    else if (child.type !== 'JSXText') yield* attributesWithin(child)
  }
}

const firstCharacter = (node: Node) => {
  const text = isJsx(node) && (node.children as Node[]).find((child) => /\w/.test(String(child.value ?? '')))
  return text ? text.start + String(text.value).search(/\S/) : node.start
}

function isNamedForCode(node: Node): boolean {
  const named = (node.type === 'JSXAttribute' ? node.name : node.type === 'Property' ? node.key : node.callee) as
    | { name?: string; property?: { name?: string } }
    | undefined
  return codeNames.test(named?.name ?? named?.property?.name ?? '')
}

/** Returns the name of a test or test group, if the node declares one. */
function testName(node: Node): string | null {
  if (node.type !== 'CallExpression') return null
  const [first] = node.arguments as Node[]
  let callee = node.callee as Node | undefined
  while (callee && callee.type !== 'Identifier')
    callee = (callee.object ?? callee.callee ?? callee.tag) as Node | undefined
  return first && isString(first) && /^(it|test|describe)$/.test(String(callee?.name)) ? stringText(first) : null
}

function* childrenOf(node: Node): Generator<Node> {
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (child && typeof child.type === 'string') yield child
  }
}

/** Joins consecutive line comments and removes the decoration of block comments. */
function joinLineComments(source: string, comments: Parsed['comments']) {
  const joined: { start: number; end: number; text: string }[] = []
  for (const { type, value, start, end } of comments) {
    const text = collapse(markCode(value.replace(/^\s*\*+/gm, ' ')))
    const last = joined.at(-1)
    if (
      type === 'Line' &&
      last &&
      source.startsWith('//', last.start) &&
      /^\n[ \t]*$/.test(source.slice(last.end, start))
    ) {
      last.text += ` ${text}`
      last.end = end
    } else joined.push({ start, end, text })
  }
  return joined.filter(({ text }) => !/^(biome-ignore|@ts-|eslint|\/ ?<|#__)/.test(text))
}

const markCode = (text: string) => text.replace(/```[\s\S]*?```|`[^`]*`|\{@link [^}]*\}/g, codeMark)
const collapse = (text: string) => text.replace(/\s+/g, ' ').trim()

const plainMarkdown = (text: string) =>
  collapse(
    markCode(text)
      .replace(/!?\[([^\]]*)\](\([^)]*\)|\[[^\]]*\])/g, '$1')
      .replace(/<[^>]*>|https?:\S+/g, ' ')
      .replace(/^(#{1,6}|[-*+]|>|\d+\.) /, '')
      .replace(/\*\*/g, ''),
  )

/** Whether the text is for people, unlike class names, selectors, scripts, and paths. */
function isProse(text: string): boolean {
  const words = text.split(' ')
  if (words.filter((word) => /^[“"'(]?[A-Za-z][a-z’']*[)”"'.,:;?!…]*$/.test(word)).length < 2) return false
  if (/redis\.call|KEYS\[|ARGV\[|=>|\(\) ?\{|function ?\w*\(/.test(text)) return false
  const codeWords = words.filter((word) => /^[!a-z[].*[-:[/=].*[\w\])%]$|[{}<>=]/.test(word)).length
  return codeWords * 3 < words.length
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0, ...Array.from(source.matchAll(/\n/g), ({ index }) => index + 1)]
  return (offset) => {
    let [low, high] = [0, starts.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return low + 1
  }
}
