import { Lexer, type Token, type Tokens } from 'marked'
import { decode, type Reading } from './encoding.ts'
import { type Block, limits, type Parsed, type Run } from './model.ts'

/** YAML or TOML before the text, with a key in its first line. */
const frontMatter =
  /^(?:---[ \t]*\r?\n([\w-]+[ \t]*:[\s\S]*?)\r?\n(?:---|\.\.\.)|\+\+\+[ \t]*\r?\n([\w-]+[ \t]*=[\s\S]*?)\r?\n\+\+\+)[ \t]*(?:\r?\n|$)/

/** Markdown as a document. HTML is shown as text; so are links and pictures, which are external. */
export function parseMarkdown(bytes: Uint8Array, reading: Reading): Parsed {
  const { text, cut, encoding } = decode(bytes, reading)
  const blocks: Block[] = []
  const [matter = '', yaml, toml] = frontMatter.exec(text) ?? []
  if (matter) blocks.push({ type: 'code', text: yaml ?? toml ?? '' })
  for (const token of Lexer.lex(text.slice(matter.length))) add(blocks, token, 0)
  return {
    sections: [{ title: null, blocks: blocks.slice(0, limits.blocks) }],
    cut: cut || blocks.length > limits.blocks,
    encoding,
  }
}

function add(blocks: Block[], token: Token, level: number): void {
  switch (token.type) {
    case 'heading':
      blocks.push({ type: 'heading', level: token.depth, runs: runsOf(token.tokens ?? []) })
      break
    case 'code':
      blocks.push({ type: 'code', text: token.text })
      break
    case 'hr':
      blocks.push({ type: 'rule' })
      break
    case 'list': {
      const list = token as Tokens.List
      for (const [index, item] of list.items.entries())
        addItem(blocks, item, level, list.ordered ? `${Number(list.start || 1) + index}.` : '•')
      break
    }
    case 'blockquote':
      for (const part of token.tokens ?? []) {
        if (part.type === 'paragraph') blocks.push({ type: 'quote', runs: runsOf(part.tokens ?? []) })
        else add(blocks, part, level)
      }
      break
    case 'table': {
      const { header, rows } = token as Tokens.Table
      const cell = ({ tokens }: Tokens.TableCell) =>
        runsOf(tokens)
          .map(run => run.text)
          .join('')
      blocks.push({
        type: 'table',
        look: 'head',
        rows: [header, ...rows].slice(0, limits.rows).map(row => row.map(cell)),
      })
      break
    }
    case 'paragraph':
    case 'text':
      blocks.push({ type: 'paragraph', runs: runsOf(token.tokens ?? [token]) })
      break
    case 'html':
      if (/^<!--.*-->\s*$/s.test(token.raw)) break
      blocks.push({ type: 'code', text: token.raw })
      break
  }
}

function addItem(
  blocks: Block[],
  { tokens, task, checked }: Tokens.ListItem,
  level: number,
  bullet: string,
): void {
  const [first, ...rest] = tokens.filter(({ type }) => type !== 'space' && type !== 'checkbox')
  const marker = task ? (checked ? '☑' : '☐') : bullet
  const inline = first?.type === 'text' || first?.type === 'paragraph'
  blocks.push({ type: 'item', level, marker, runs: inline ? runsOf(first.tokens ?? [first]) : [] })
  for (const part of inline ? rest : tokens) add(blocks, part, level + 1)
}

function runsOf(tokens: readonly Token[], style: Omit<Run, 'text'> = {}): Run[] {
  return tokens.flatMap((token): Run[] => {
    const inner = 'tokens' in token && token.tokens ? token.tokens : null
    switch (token.type) {
      case 'strong':
        return runsOf(inner ?? [], { ...style, bold: true })
      case 'em':
        return runsOf(inner ?? [], { ...style, italic: true })
      case 'del':
        return runsOf(inner ?? [], { ...style, strike: true })
      case 'link':
        return runsOf(inner ?? [], { ...style, under: true })
      case 'codespan':
        return [{ ...style, text: token.text, code: true }]
      case 'checkbox':
        return []
      case 'br':
        return [{ ...style, text: '\n' }]
      default:
        if (inner) return runsOf(inner, style)
        if (token.type === 'html')
          return [{ ...style, text: /^<br\s*\/?>$/i.test(token.raw) ? '\n' : token.raw }]
        return [{ ...style, text: plainText(token) }]
    }
  })
}

/** The text of a token; a line break within a paragraph is a space. */
function plainText(token: Token): string {
  const text = ('text' in token ? String(token.text) : token.raw).replaceAll('\n', ' ')
  return token.type === 'text' || token.type === 'image' ? decodeEntities(text) : text
}

/** The names of U+00A0 to U+00FF. Source: HTML 4, 24.2.1. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
  'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
  'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
  'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
  'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
  'thorn yuml'
const others =
  'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ bull• hellip… prime′ Prime″ euro€ ' +
  'trade™ larr← uarr↑ rarr→ darr↓ harr↔ rArr⇒ hArr⇔ minus− le≤ ge≥ ne≠ asymp≈ infin∞ sum∑ radic√ check✓ cross✗ star☆ ' +
  'alphaα betaβ gammaγ deltaδ lambdaλ muμ piπ sigmaσ omegaω DeltaΔ OmegaΩ ensp\u2002 emsp\u2003 thinsp\u2009 zwj\u200d zwnj\u200c'

const characters = new Map([
  ...latin.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(0xa0 + at)]),
  ...others.split(' ').map((entry): [string, string] => [entry.slice(0, -1), entry.slice(-1)]),
])

/** A text with its entities decoded; rare ones stay unchanged. */
function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+\d*));/gi,
    (entity, decimal, hexadecimal, name) => {
      if (name) return characters.get(name) ?? entity
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
    },
  )
}
