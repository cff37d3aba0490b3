/**
 * Matches a tag. An attribute’s value cannot contain `<` in well-formed XML, so no match looks beyond the next tag, and reading
 * takes linear time.
 */
const tag = /<(\/?)([^\s<>/="']+)([^<>"']*(?:(?:"[^"<]*"|'[^'<]*')[^<>"']*)*)>/y

const attributePattern = /([^\s="'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

/** Markup that is no tag: comments, instructions, and text without escapes, with the text that ends each. */
const markup = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<![CDATA[', ']]>'],
] as const

/**
 * Reads the tags of an XML document in order. Tags have positions in the document, so that a writer can copy what it doesn't
 * change. Names have no namespace prefix. Documents with a DOCTYPE are refused, because no workbook needs one.
 */
export class XmlReader {
  readonly source: string
  /** The name of the latest tag. */
  name = ''
  /** The prefix of its name, with the colon. */
  prefix = ''
  /** Where the tag starts and ends. */
  start = 0
  end = 0
  /** Where the text before the tag starts. */
  textStart = 0
  isEnd = false
  /** Whether the tag starts and ends its element: `<a/>`. */
  isEmpty = false
  #attributes = ''
  #depth = 0

  constructor(source: string) {
    this.source = source
  }

  /**
   * Reads the next tag. Returns false at the end of the document.
   * @throws Error if the document is damaged.
   */
  next(): boolean {
    this.textStart = this.end
    let at = this.end
    for (;;) {
      at = this.source.indexOf('<', at)
      if (at === -1) {
        if (this.#depth !== 0) throw new Error('The XML is cut off.')
        return false
      }
      tag.lastIndex = at
      const match = tag.exec(this.source)
      if (match && match[2]?.charCodeAt(0) !== 33 && match[2]?.charCodeAt(0) !== 63) {
        const [all, slash, name = '', attributes = ''] = match
        const colon = name.indexOf(':')
        this.name = colon === -1 ? name : name.slice(colon + 1)
        this.prefix = colon === -1 ? '' : name.slice(0, colon + 1)
        this.isEnd = slash === '/'
        this.isEmpty = attributes.endsWith('/')
        if (!this.isEmpty) this.#depth += this.isEnd ? -1 : 1
        this.#attributes = attributes
        this.start = at
        this.end = at + all.length
        return true
      }
      const other = markup.find(([begin]) => this.source.startsWith(begin, at))
      const end = other ? this.source.indexOf(other[1], at) : -1
      if (!other || end === -1) throw new Error('The XML is damaged.')
      at = end + other[1].length
    }
  }

  /** Reads up to the end of the element whose start tag is the latest tag, unless the tag is empty. */
  skip(): void {
    if (this.isEmpty || this.isEnd) return
    const outside = this.#depth - 1
    while (this.#depth > outside && this.next());
  }

  /** Returns the text between the previous tag and the latest one. */
  text(): string {
    const raw = this.source.slice(this.textStart, this.start)
    if (!raw.includes('<')) return unescapeXml(raw)
    return raw
      .split(/(<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>)/)
      .map((part, index) => (index % 2 === 0 ? unescapeXml(part) : part.startsWith('<![') ? part.slice(9, -3) : ''))
      .join('')
  }

  /** Returns an attribute of the latest tag by its name without a prefix; null if it has none. */
  attribute(name: string): string | null {
    if (!this.#attributes.includes(name)) return null
    attributePattern.lastIndex = 0
    for (let match = attributePattern.exec(this.#attributes); match; match = attributePattern.exec(this.#attributes)) {
      const [, full = '', double, single] = match
      if (full === name || (full.endsWith(name) && full.at(-name.length - 1) === ':' && !full.startsWith('xmlns:')))
        return unescapeXml(double ?? single ?? '')
    }
    return null
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  if (!lines.includes('&')) return lines
  return lines.replace(/&(?:#x([\da-fA-F]{1,6})|#(\d{1,7})|(\w{1,8}));/g, (all, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? all
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

const special: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot contain these characters, or half a surrogate pair.
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]/gu

/** Escapes text for XML. Characters that XML can't contain are dropped. */
export const escapeXml = (text: string): string =>
  text
    .replace(impossible, '')
    .replace(/[&<>"]/g, (character) => special[character] ?? character)
    .replaceAll('\r', '&#13;')
