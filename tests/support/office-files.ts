import { strToU8, zipSync } from 'fflate'

/** A picture of one pixel. */
export const pixel = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
)

type Parts = Record<string, Uint8Array>

const zipped = (texts: Record<string, string>, more: Parts = {}): Uint8Array =>
  zipSync({
    ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, strToU8(text)])),
    ...more,
  })

const relations = (...lines: [id: string, target: string, more?: string][]) =>
  `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${lines
    .map(([id, target, more = '']) => `<Relationship Id="${id}" Type="x" Target="${target}" ${more}/>`)
    .join('')}</Relationships>`

/** A workbook of two sheets; `cells`: the rows of the first, in place of its own. */
export function xlsx(cells?: string): Uint8Array {
  const own =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row>' +
    '<row r="2"><c r="A2" s="1"><v>46053</v></c><c r="B2"><f>1250+0.5</f><v>1250.5</v></c></row>' +
    '<row r="4"><c r="B4" s="2"><v>0.125</v></c><c r="C4" t="b"><v>1</v></c></row>'
  const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`
  return zipped({
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="Doanh thu" sheetId="1" r:id="rId1"/><sheet name="Ghi chú" sheetId="2" r:id="rId2"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relations(
      ['rId1', 'worksheets/sheet1.xml'],
      ['rId2', '/xl/worksheets/sheet2.xml'],
    ),
    'xl/sharedStrings.xml': '<sst><si><t>Tháng</t></si><si><r><t>Ti</t></r><r><t>ền</t></r></si></sst>',
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/></cellXfs></styleSheet>',
    'xl/worksheets/sheet1.xml': sheet(cells ?? own),
    'xl/worksheets/sheet2.xml': sheet(
      '<row r="1"><c r="A1" t="inlineStr"><is><t>xin chào</t></is></c></row>',
    ),
  })
}

/** A text document with a picture in it and one at `outside`; `pictures`: further ones, by their parts. */
export function docx(pictures: Parts = {}, outside = 'http://127.0.0.1:9/outside.png'): Uint8Array {
  const paragraph = (text: string, properties = '') =>
    `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
  const picture = (id: string) => `<w:p><w:r><w:drawing><a:blip r:${id}/></w:drawing></w:r></w:p>`
  const list = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
  const names = Object.keys(pictures)
  return zipped(
    {
      'word/document.xml': `<w:document xmlns:w="w" xmlns:a="a" xmlns:r="r"><w:body>${[
        paragraph('Báo cáo', '<w:pStyle w:val="Heading1"/>'),
        paragraph('Xin chào &amp; tạm biệt'),
        paragraph('một', list),
        paragraph('hai', list),
        `<w:tbl><w:tr><w:tc>${paragraph('ô 1')}</w:tc><w:tc>${paragraph('ô 2')}</w:tc></w:tr></w:tbl>`,
        picture('embed="rId1"'),
        picture('link="rId2"'),
        picture('embed="rId2"'),
        ...names.map((_, at) => picture(`embed="more${at}"`)),
      ].join('')}</w:body></w:document>`,
      'word/_rels/document.xml.rels': relations(
        ['rId1', 'media/a.png'],
        ['rId2', outside, 'TargetMode="External"'],
        ...names.map((name, at): [string, string] => [`more${at}`, `/${name}`]),
      ),
      'word/styles.xml':
        '<w:styles xmlns:w="w"><w:style w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
      'word/numbering.xml':
        '<w:numbering xmlns:w="w"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>',
    },
    { 'word/media/a.png': pixel, ...pictures },
  )
}

/** A presentation of two slides, the second with a picture. */
export function pptx(): Uint8Array {
  const shape = (text: string, holder = '') =>
    `<p:sp><p:nvSpPr><p:nvPr>${holder}</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const slide = (content: string) => `<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r">${content}</p:sld>`
  const title = '<p:ph type="ctrTitle"/>'
  return zipped(
    {
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="256" r:id="rId7"/><p:sldId id="257" r:id="rId3"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(
        ['rId3', 'slides/slide1.xml'],
        ['rId7', 'slides/slide2.xml'],
      ),
      'ppt/slides/slide2.xml': slide(shape('Mở đầu', title) + shape('ý một')),
      'ppt/slides/slide1.xml': slide(
        `${shape('Kết', title)}<p:pic><p:blipFill><a:blip r:embed="rId1"/></p:blipFill></p:pic>`,
      ),
      'ppt/slides/_rels/slide1.xml.rels': relations(['rId1', '../media/image1.png']),
    },
    { 'ppt/media/image1.png': pixel },
  )
}
