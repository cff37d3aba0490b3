/** A cell, or a link in one. Spreadsheets write no other tags for them. */
const cellOrLink = /<(td|th|a)\b((?:[^>"']|"[^"]*"|'[^']*')*)>/gi

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', '#39': "'" }

/** Returns the value of a tag's attribute; null if it has none. */
function attribute(attributes: string, name: string): string | null {
  const found = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>]+))`, 'i').exec(attributes)
  const value = found?.[1] ?? found?.[2] ?? found?.[3]
  return value?.replace(/&(amp|quot|apos|lt|gt|#39);/g, (whole, entity) => entities[entity] ?? whole) ?? null
}

/** Longer merged cells are cut off. */
const longestSpan = 1_000

const spanOf = (attributes: string, name: string): number =>
  Math.min(longestSpan, Math.max(1, Number.parseInt(attribute(attributes, name) ?? '1', 10) || 1))

/** Returns the links in each row of a copied table, by column. */
function linksOf(html: string): Array<Map<number, string>> {
  /** For each column, how many of the next rows a merged cell covers. */
  const covered: number[] = []
  const take = (column: number) => {
    const isCovered = (covered[column] ?? 0) > 0
    if (isCovered) covered[column] = (covered[column] ?? 0) - 1
    return isCovered
  }
  return html
    .split(/<tr\b/i)
    .slice(1)
    .map((row) => {
      const links = new Map<number, string>()
      let column = 0
      let next = 0
      const add = (url: string | null) => {
        if (url && /^https?:/i.test(url)) links.set(column, url)
      }
      for (const [, kind, attributes = ''] of row.matchAll(cellOrLink)) {
        if (kind === 'a' || kind === 'A') {
          add(attribute(attributes, 'href'))
          continue
        }
        while (take(next)) next += 1
        column = next
        next += spanOf(attributes, 'colspan')
        covered.fill(0, column, next)
        for (let at = column; at < next; at++) covered[at] = spanOf(attributes, 'rowspan') - 1
        add(attribute(attributes, 'data-sheets-hyperlink'))
      }
      for (; next < covered.length; next++) take(next)
      return links
    })
}

/**
 * Adds the links behind the cells of a table that was copied from a spreadsheet: a column at the end for each column
 * with links other than its texts.
 * @param rows the table as plain text.
 * @param html the same table as the clipboard has it.
 * @returns the rows unchanged if there are no such links, or if the two differ in their number of rows.
 */
export function withPastedLinks(rows: readonly string[][], html: string): string[][] {
  const links = linksOf(html)
  const table = rows.map((row) => [...row])
  if (links.length !== rows.length) return table
  const width = Math.max(0, ...rows.slice(0, longestSpan).map(({ length }) => length))
  const hidden = new Set<number>()
  for (const [at, row] of links.entries())
    for (const [column, url] of row) if (url !== rows[at]?.[column]?.trim()) hidden.add(column)
  const columns = [...hidden].filter((column) => column < width).sort((a, b) => a - b)
  for (const [place, column] of columns.entries()) {
    const heading = links[0]?.has(column) ? '' : rows[0]?.[column]
    for (const [at, row] of table.entries()) {
      while (row.length < width + place) row.push('')
      row.push(links[at]?.get(column) ?? (at === 0 && heading ? `${heading} (link)` : ''))
    }
  }
  return table
}
