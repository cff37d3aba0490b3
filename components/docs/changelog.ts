/** A block of a changelog, as "Keep a Changelog" has them. */
export type Block =
  | { kind: 'version'; text: string }
  | { kind: 'heading'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'list'; items: string[] }

/**
 * Reads the part of Markdown that the changelog is written in: `## version`, `### heading`, paragraphs, and lists whose
 * items go on in indented lines. Its first heading is left out.
 */
export function readChangelog(markdown: string): Block[] {
  const blocks: Block[] = []
  for (const paragraph of markdown.split(/\n(?:[ \t]*\n)+|(?=\n#)|(?<=^#.*)\n/m)) {
    const lines = paragraph.split('\n').filter((line) => line.trim() !== '')
    const [first = ''] = lines
    const [, marks, heading = ''] = /^(#{1,3}) (.*)/.exec(first) ?? []
    if (marks === '##' || marks === '###') blocks.push({ kind: marks === '##' ? 'version' : 'heading', text: heading })
    else if (first.startsWith('- ')) blocks.push({ kind: 'list', items: itemsOf(lines) })
    else if (marks === undefined && first !== '') blocks.push({ kind: 'text', text: joined(lines) })
  }
  return blocks
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[][] = []
  for (const line of lines) {
    if (line.startsWith('- ')) items.push([line.slice(2)])
    else items.at(-1)?.push(line)
  }
  return items.map(joined)
}

const joined = (lines: readonly string[]) => lines.map((line) => line.trim()).join(' ')

/** A stretch of a line of Markdown: as it is, code, strong, or a link. */
export type Span = { kind: 'plain' | 'code' | 'strong'; text: string } | { kind: 'link'; text: string; href: string }

const marked = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

/** Reads code, strong text and links in a line. */
export function readSpans(line: string): Span[] {
  const spans: Span[] = []
  let end = 0
  for (const match of line.matchAll(marked)) {
    const [whole, code, strong, label, href] = match
    if (match.index > end) spans.push({ kind: 'plain', text: line.slice(end, match.index) })
    if (code !== undefined) spans.push({ kind: 'code', text: code })
    else if (strong !== undefined) spans.push({ kind: 'strong', text: strong })
    else spans.push({ kind: 'link', text: label ?? '', href: href ?? '' })
    end = match.index + whole.length
  }
  return end < line.length ? [...spans, { kind: 'plain', text: line.slice(end) }] : spans
}
