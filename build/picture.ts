import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import posix from 'node:path/posix'
import ts from 'typescript'

// `npm run picture` draws docs/architecture.svg, which Git ignores: the folders, and the imports between them (types
// included). An import that another path implies is left out. Arrows point down; one that points up is drawn in red.

const root = join(import.meta.dirname, '..')
const pictureFile = join(root, 'docs/architecture.svg')

/** Which folders each folder imports. */
export type Graph = Map<string, Set<string>>

const tops = ['src', 'machines', 'server', 'domain', 'languages', 'openapi']
const whole = ['domain', 'languages', 'openapi']

/** `src/ui/button.tsx` → `src/ui`. A file directly in `server/` stands for itself: main and settings are no one folder. */
function folderOf(path: string): string {
  const [top, folder] = path.split('/')
  return whole.includes(top!) ? top! : `${top}/${folder}`
}

function importGraph(): Graph {
  const graph: Graph = new Map()
  for (const top of tops) {
    const names = readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
    const paths = names.map(name => `${top}/${name.replaceAll('\\', '/')}`)
    for (const path of paths.filter(path => /\.tsx?$/.test(path)).sort()) {
      const from = folderOf(path)
      const imports = graph.get(from) ?? new Set()
      graph.set(from, imports)
      for (const { fileName } of ts.preProcessFile(readFileSync(join(root, path), 'utf8')).importedFiles) {
        if (!fileName.startsWith('.')) continue
        const to = folderOf(posix.join(posix.dirname(path), fileName))
        if (to !== from && tops.includes(to.split('/')[0]!)) imports.add(to)
      }
    }
  }
  return graph
}

function reaches(graph: Graph, from: string, to: string): boolean {
  const seen = new Set([from])
  for (const each of seen) {
    for (const next of graph.get(each) ?? []) {
      if (next === to) return true
      seen.add(next)
    }
  }
  return false
}

/** The fewest imports from which all others follow. */
function reduced(graph: Graph): Graph {
  const few: Graph = new Map([...graph].map(([from, imports]) => [from, new Set([...imports].sort())]))
  for (const [from, imports] of few) {
    for (const to of [...imports]) {
      imports.delete(to)
      if (!reaches(few, from, to)) imports.add(to)
    }
  }
  return few
}

/** The floor of each folder, from 0: above every folder that it imports; folders of an import cycle share a floor. */
function floors(graph: Graph): Map<string, number> {
  const found = new Map<string, number>()
  const floorOf = (folder: string): number => {
    const known = found.get(folder)
    if (known !== undefined) return known
    const circle = [...graph.keys()].filter(
      each => each === folder || (reaches(graph, folder, each) && reaches(graph, each, folder)),
    )
    const below = circle.flatMap(each => [...(graph.get(each) ?? [])]).filter(each => !circle.includes(each))
    const floor = Math.max(-1, ...below.map(floorOf)) + 1
    for (const each of circle) found.set(each, floor)
    return floor
  }
  for (const folder of graph.keys()) floorOf(folder)
  return found
}

const box = { width: 140, height: 26, gap: 10, floor: 62 }
const fills: Record<string, string> = {
  src: '#dceefb',
  machines: '#d3f2ec',
  server: '#e9e4f8',
  domain: '#fdf0d0',
  languages: '#f7e3ef',
  openapi: '#fbdfd5',
}

type Spot = { x: number; y: number }

/** Where each folder stands: the browser's half on the left, the server's on the right, what they share in between. */
function place(graph: Graph): { spots: Map<string, Spot>; width: number; height: number } {
  const floor = floors(graph)
  const highest = Math.max(...floor.values())
  const sideOf = (folder: string) =>
    whole.includes(folder) ? 'both' : /^server/.test(folder) ? 'server' : 'browser'
  const row = (side: string, level: number) =>
    [...graph.keys()].filter(each => sideOf(each) === side && floor.get(each) === level).sort()
  const levels = [...Array(highest + 1).keys()].reverse()
  const widest = (side: string) =>
    Math.max(...levels.map(level => row(side, level).length)) * (box.width + box.gap)
  const left = widest('browser')
  const between = box.width + 3 * box.gap
  const right = left + between + widest('server')
  const middles = {
    browser: left / 2,
    both: left + between / 2,
    server: (left + between + right) / 2,
  }
  const spots = new Map<string, Spot>()
  const users = (folder: string) =>
    [...graph].filter(([, imports]) => imports.has(folder)).map(([from]) => from)
  for (const level of levels) {
    for (const side of ['browser', 'server', 'both'] as const) {
      // Below the folders that import it, so that few arrows cross.
      const wish = (folder: string) => {
        const xs = users(folder).flatMap(each => spots.get(each)?.x ?? [])
        return xs.length === 0 ? middles[side] : xs.reduce((sum, x) => sum + x, 0) / xs.length
      }
      const folders = row(side, level).sort((a, b) => wish(a) - wish(b) || (a < b ? -1 : 1))
      folders.forEach((folder, index) => {
        const x = middles[side] + (index - (folders.length - 1) / 2) * (box.width + box.gap)
        spots.set(folder, { x: Math.round(x) + 10, y: 10 + (highest - level) * box.floor })
      })
    }
  }
  return { spots, width: right + 20, height: highest * box.floor + box.height + 20 }
}

export function draw(graph: Graph): string {
  const few = reduced(graph)
  const { spots, width, height } = place(few)
  const arrows = [...few].flatMap(([from, imports]) =>
    [...imports].map(to => {
      const [a, b] = [spots.get(from)!, spots.get(to)!]
      const [y1, y2] = [a.y + box.height, b.y]
      const bend = Math.round((y2 - y1) / 2)
      const path = `M${a.x} ${y1}C${a.x} ${y1 + bend} ${b.x} ${y2 - bend} ${b.x} ${y2}`
      return `<path d="${path}" stroke="${b.y > a.y ? '#8a979e' : '#d33'}"/>`
    }),
  )
  const boxes = [...spots].map(([folder, { x, y }]) => {
    const fill = fills[folder.split('/')[0]!]
    return `<rect x="${x - box.width / 2}" y="${y}" width="${box.width}" height="${box.height}" rx="5" fill="${fill}"/><text x="${x}" y="${y + 17}">${folder}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="system-ui, sans-serif" font-size="11" text-anchor="middle">
<title>The folders of Kho, each above those that it imports</title>
<rect width="${width}" height="${height}" fill="#fff"/>
<g fill="none">
${arrows.join('\n')}
</g>
<g fill="#1c2529">
${boxes.join('\n')}
</g>
</svg>
`
}

if (import.meta.main) {
  writeFileSync(pictureFile, draw(importGraph()))
  console.log(pictureFile)
}
