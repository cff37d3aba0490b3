import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readWorkbook } from '@/server/features/lists/workbook'
import { type PartTexts, packParts, relationships, sheetXml, stylesXml, workbookParts } from '@/tests/support/workbooks'

const read = (sheet: string, others: PartTexts = {}) => readWorkbook(packParts(workbookParts([sheet], others)))

async function rowsOf(sheet: string, others: PartTexts = {}): Promise<string[][] | undefined> {
  return (await read(sheet, others)).sheets[0]?.rows
}

const strings = (...items: string[]) => ({
  'xl/sharedStrings.xml': `<sst>${items.map((item) => `<si>${item}</si>`).join('')}</sst>`,
})

test('text is read without its formatting, its pronunciation, and the escapes of Excel and XML', async () => {
  const shared = strings(
    '<t>Caf&#233; &amp; Bar</t>',
    '<r><rPr><b/></rPr><t xml:space="preserve">Fett </t></r><r><t>normal</t></r>',
    '<t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/>',
    '<t>a_x000D_\nb_x005F_x0041_</t>',
    '<t/>',
    '<t><![CDATA[<1>]]><!-- 2 -->3</t>',
  )
  const cells = [0, 1, 2, 3, 4, 5].map((index) => `<c t="s"><v>${index}</v></c>`).join('')
  const inline = '<c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c>'
  expect(await rowsOf(sheetXml(`<row>${cells}${inline}</row>`), shared)).toEqual([
    ['Café & Bar', 'Fett normal', '東京', 'a\r\nb_x0041_', '', '<1>3', 'inline'],
  ])
})

test('formulas give their values, booleans are words, and an error gives nothing', async () => {
  const rows = `<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1*2</f><v>4</v></c><c r="B1"><v>2</v></c></row>
    <row r="2"><c r="A2"><f t="shared" si="0"/><v>0.30000000000000004</v></c><c r="B2" t="str"><f>B1&amp;"x"</f><v>2x</v></c></row>
    <row r="3"><c r="A3" t="b"><v>1</v></c><c r="B3" t="b"><v>0</v></c><c r="C3" t="e"><f>NA()</f><v>#N/A</v></c><c r="D3"><f>B1</f></c><c r="E3"><v>7</v></c></row>`
  expect(await rowsOf(sheetXml(rows))).toEqual([
    ['4', '2'],
    ['0.3', '2x'],
    ['TRUE', 'FALSE', '', '', '7'],
  ])
})

test('numbers with leading zeros read as shown, dates as ISO 8601, and others without their format', async () => {
  const cases: [format: string | number, value: string, text: string][] = [
    ['00000', '1067', '01067'],
    ['00000', '123456', '123456'],
    ['00000', '1.5', '1.5'],
    ['00000', '-7', '-7'],
    ['000-0000', '1000001', '100-0001'],
    ['&quot;D-&quot;00000', '1067', 'D-01067'],
    ['\\(000\\)\\ 000', '30123', '(030) 123'],
    ['[&lt;=999]000;[&lt;=9999]000-00;000-0000', '60', '060'],
    ['[&lt;=999]000;[&lt;=9999]000-00;000-0000', '1600022', '160-0022'],
    ['0 &quot;km&quot;', '5', '5'],
    ['#,##0.00\\ &quot;€&quot;', '1234.5', '1234.5'],
    ['0%', '0.5', '0.5'],
    ['[Red]0.00E+00', '1200', '1200'],
    ['dd\\.mm\\.yyyy', '45992', '2025-12-01'],
    ['[$-411]ggge&quot;年&quot;m&quot;月&quot;d&quot;日&quot;', '45992', '2025-12-01'],
    ['yyyy/mm/dd', '-1', '-1'],
    ['mmmm', '45992', '2025-12-01'],
    ['&quot;day &quot;0', '3', '3'],
    [14, '1', '1900-01-01'],
    [14, '61', '1900-03-01'],
    [22, '45992.75', '2025-12-01T18:00:00'],
    [20, '0.5', '12:00'],
    [21, '0.500011574', '12:00:01'],
    [46, '1.25', '30:00'],
    [49, '49301234', '49301234'],
    [0, '1E3', '1000'],
    [2, '12', '12'],
  ]
  const codes = cases.map(([format]) => (typeof format === 'string' ? format : 'General'))
  const ids = cases.map(([format], index) => (typeof format === 'string' ? 164 + index : format))
  const cells = cases.map(([, value], index) => `<c s="${index}"><v>${value}</v></c>`).join('')
  const styles = { 'xl/styles.xml': stylesXml(codes, ids) }
  expect(await rowsOf(sheetXml(`<row>${cells}</row>`), styles)).toEqual([cases.map(([, , text]) => text)])
})

test('a workbook can count its days from 1904, or write dates as text', async () => {
  const parts = workbookParts([sheetXml('<row><c s="0"><v>1</v></c><c t="d"><v>2025-12-01T00:00:00Z</v></c></row>')])
  parts['xl/styles.xml'] = stylesXml([], [14])
  parts['xl/workbook.xml'] = parts['xl/workbook.xml']?.replace('<sheets>', '<workbookPr date1904="1"/><sheets>') ?? ''
  const { sheets } = await readWorkbook(packParts(parts))
  expect(sheets[0]?.rows).toEqual([['1904-01-02', '2025-12-01']])
})

test('a number of more than 15 digits has an exponent, and its column is listed', async () => {
  const rows = `<row><c><v>5822041866838063000</v></c><c><v>999999999999999</v></c><c s="1"><v>5.8220418668380631E+18</v></c></row>`
  const { sheets } = await read(sheetXml(rows), { 'xl/styles.xml': stylesXml(['0000000'], [0, 164]) })
  expect(sheets[0]).toMatchObject({
    rows: [['5.822041866838063E+18', '999999999999999', '5.822041866838063E+18']],
    roundedColumns: [0, 2],
  })
})

test('a column with links behind its text has a column of links at the end of the rows', async () => {
  const cid = 'https://maps.google.com/?cid=17759648132674796470'
  const formula = (text: string) => `<f>${text}</f>`
  const text = (reference: string, content: string) =>
    `<c r="${reference}" t="inlineStr"><is><t>${content}</t></is></c>`
  const rows = `<row r="1">${text('A1', 'Maps')}${text('B1', 'https://a.example/')}${text('C1', 'Mail')}${text('D1', 'Name')}</row>
    <row r="2"><c r="A2" t="str">${formula(`HYPERLINK("${cid}&amp;hl=de","Profil")`)}<v>Profil</v></c></row>
    <row r="3"><c r="A3">${formula(`HYPERLINK("${cid}";"Der ""Laden""")`)}</c></row>
    <row r="4"><c r="A4">${formula(`HYPERLINK("${cid}")`)}</c></row>
    <row r="5"><c r="A5" t="str">${formula(`IF(1,HYPERLINK("${cid}","x"))`)}<v>x</v></c></row>
    <row r="6">${text('A6', 'https://b.example')}</row>
    <row r="7"></row>
    <row r="8">${text('A8', 'Karte')}${text('D8', 'Anna')}</row>`
  const links = `<hyperlinks><hyperlink ref="A1" r:id="rId1" location="top"/><hyperlink ref="B1" r:id="rId2"/>
    <hyperlink ref="C1" r:id="rId3"/><hyperlink ref="D1" location="Sheet2!A1"/><hyperlink ref="A7:D8" r:id="rId4"/></hyperlinks>`
  const others = {
    'xl/worksheets/_rels/sheet1.xml.rels': relationships(
      ['rId1', 'hyperlink', 'https://c.example/x'],
      ['rId2', 'hyperlink', 'https://a.example'],
      ['rId3', 'hyperlink', 'mailto:a@b.example'],
      ['rId4', 'hyperlink', 'https://d.example'],
    ),
  }
  const { sheets } = await read(sheetXml(rows, links), others)
  expect(sheets[0]).toMatchObject({
    linkColumns: [0, 3],
    rows: [
      ['Maps', 'https://a.example/', 'Mail', 'Name', 'https://c.example/x#top', ''],
      ['Profil', '', '', '', `${cid}&hl=de`, ''],
      ['Der "Laden"', '', '', '', cid, ''],
      [cid, '', '', '', cid, ''],
      ['x'],
      ['https://b.example', '', '', '', 'https://b.example', ''],
      [],
      ['Karte', '', '', 'Anna', 'https://d.example', 'https://d.example'],
    ],
  })
})

test('merged cells repeat their value downward, and hidden rows, columns, and sheets are read', async () => {
  const sheet = sheetXml(
    `<row r="1"><c r="A1"><v>1</v></c><c r="B1"><v>2</v></c></row><row r="3" hidden="1"><c r="B3"><v>3</v></c></row>`,
    '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A1:A1048576"/></mergeCells>',
    '<cols><col min="2" max="2" hidden="1"/></cols>',
  )
  const parts = workbookParts([sheet, sheetXml('')])
  parts['xl/workbook.xml'] = parts['xl/workbook.xml']?.replace('sheetId="2"', 'sheetId="2" state="veryHidden"') ?? ''
  expect(await readWorkbook(packParts(parts))).toEqual({
    sheets: [
      { name: 'Sheet 1', isHidden: false, rows: [['1', '2'], ['1'], ['1', '3']], linkColumns: [], roundedColumns: [] },
      { name: 'Sheet 2', isHidden: true, rows: [], linkColumns: [], roundedColumns: [] },
    ],
  })
})

test('rows have their places in the sheet, and blank ones after the last filled row don’t count', async () => {
  const rows = `<row r="2"><c r="C2"><v>1</v></c><c r="XFD2" s="0"/></row><row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t> </t></is></c></row>`
  expect(await rowsOf(sheetXml(rows, '', '<dimension ref="A1:XFD1048576"/>'))).toEqual([[], ['', '', '1']])
})

test('tags may have a prefix, single quotes, and no references', async () => {
  const sheet = `<?xml version='1.0'?><!-- > --><x:worksheet xmlns:x='main'><x:sheetData><x:row><x:c t='str'><x:v>a</x:v></x:c><x:c r='D1' s = '0'><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row><x:row/><x:row><x:c><x:v>3</x:v></x:c></x:row></x:sheetData></x:worksheet>`
  expect(await rowsOf(sheet)).toEqual([['a', '', '', '1', '2'], [], ['3']])
})

test('what isn’t a readable workbook is refused with the reason', async () => {
  const refusal = (bytes: Uint8Array) => readWorkbook(bytes).then(String, ({ message }) => message)
  const sheet = (text: string) => packParts(workbookParts([text]))
  const damaged = /^This workbook is damaged/
  expect(await refusal(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toMatch(/^This is an old Excel file/)
  expect(await refusal(new TextEncoder().encode('name,link'))).toMatch(/^This isn’t a readable Excel file/)
  expect(await refusal(packParts({ 'a.txt': 'a' }))).toMatch(damaged)
  expect(await refusal(sheet(sheetXml('<row><c><v>1</v></c></row>').slice(0, -20)))).toMatch(damaged)
  expect(await refusal(sheet(sheetXml('').replace('</worksheet>', '')))).toMatch(damaged)
  expect(await refusal(sheet(`<!DOCTYPE a [<!ENTITY b "c">]>${sheetXml('')}`))).toMatch(damaged)
  expect(await refusal(sheet(sheetXml('<row r="2000000"/>')))).toMatch(damaged)
  expect(await refusal(sheet(sheetXml('<row><c r="1"><v>1</v></c></row>')))).toMatch(damaged)
  const wide = Array.from({ length: 306 }, (_, row) => `<row><c r="XFD${row + 1}"><v>1</v></c></row>`).join('')
  expect(await refusal(sheet(sheetXml(wide)))).toBe('This workbook is too large: the limit is 5,000,000 cells.')
})

test('a workbook that unpacks to more than the limit is refused before it is unpacked', async () => {
  const bytes = zipSync({ 'xl/workbook.xml': new Uint8Array(1_000_000) })
  const view = new DataView(bytes.buffer)
  const directory = view.getUint32(bytes.length - 6, true)
  view.setUint32(directory + 24, 400_000_001, true)
  // Unpacking would fail first: no such method exists.
  view.setUint16(directory + 10, 99, true)
  await expect(readWorkbook(bytes)).rejects.toThrow('This workbook is too large: the limit is 400 MB after unpacking.')
})

test('a part that unpacks to more than it states is cut off and refused', async () => {
  const parts = workbookParts([sheetXml('<row><c><v>1</v></c></row>'.repeat(10_000))])
  const bytes = packParts(parts)
  const view = new DataView(bytes.buffer)
  for (let at = view.getUint32(bytes.length - 6, true); view.getUint32(at, true) === 0x02014b50; ) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ]
    if (view.getUint32(at + 24, true) > 100_000) view.setUint32(at + 24, 50_000, true)
    at += 46 + name + extra + comment
  }
  await expect(readWorkbook(bytes)).rejects.toThrow(/^This workbook is damaged/)
})
