import { type Parts, relationshipNamespace, writePart, writeRelationships } from './package'

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${contentType}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${contentType}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${contentType}.styles+xml"/>
</Types>`

const workbook = `<workbook xmlns="${main}" xmlns:r="${relationshipNamespace(false)}">
<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets>
</workbook>`

/** The first row stays in view. */
const sheet = `<worksheet xmlns="${main}">
<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>
<sheetData/>
</worksheet>`

/** The styles that every workbook has. */
const styles = `<styleSheet xmlns="${main}">
<fonts count="1"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>
</styleSheet>`

/** Returns a workbook with an empty sheet, whose first row is frozen. */
export function emptyWorkbook(): Parts {
  const parts: Parts = new Map()
  const relationship = (id: string, type: string, target: string) => ({
    id,
    type: `${relationshipNamespace(false)}/${type}`,
    target,
    isExternal: false,
  })
  writePart(parts, '[Content_Types].xml', contentTypes)
  writeRelationships(parts, '', [relationship('rId1', 'officeDocument', 'xl/workbook.xml')])
  writePart(parts, 'xl/workbook.xml', workbook)
  writeRelationships(parts, 'xl/workbook.xml', [
    relationship('rId1', 'worksheet', 'worksheets/sheet1.xml'),
    relationship('rId2', 'styles', 'styles.xml'),
  ])
  writePart(parts, 'xl/styles.xml', styles)
  writePart(parts, 'xl/worksheets/sheet1.xml', sheet)
  return parts
}
