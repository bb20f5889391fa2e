import { Lexer, type Token, type Tokens } from 'marked'
import { decode, type Reading } from './encoding.ts'
import { decodeEntities } from './entities.ts'
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
