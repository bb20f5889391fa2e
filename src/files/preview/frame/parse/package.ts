import type { Block, Budget } from './model.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Resolves a relative part name: `../media/a.png` in `ppt/slides/slide1.xml` → `ppt/media/a.png`. Source: ECMA-376, part 2, "Part names". */
function resolved(from: string, target: string): string {
  return decodeURI(new URL(target, `file:///${from}`).pathname).slice(1)
}

/** The parts that a part refers to, by id, and by the last word of their types: `styles`. Without external ones. */
type Relations = { byId: Map<string, string>; byType: Map<string, string> }

/** The relationships of a part of an office file; those of the file itself for an empty name. */
export function relationsOf(zip: Zip, part: string): Relations {
  const name = part.lastIndexOf('/') + 1
  const bytes = zip.read(`${part.slice(0, name)}_rels/${part.slice(name)}.rels`)
  const relations: Relations = { byId: new Map(), byType: new Map() }
  if (bytes) {
    readXml(bytes, {
      open(name, attribute) {
        const id = attribute('Id')
        const target = attribute('Target')
        if (name !== 'Relationship' || attribute('TargetMode') === 'External' || !id || !target) return
        const found = resolved(part, target)
        const type = attribute('Type')?.split('/').at(-1) ?? ''
        relations.byId.set(id, found)
        if (!relations.byType.has(type)) relations.byType.set(type, found)
      },
    })
  }
  return relations
}

/** The main part of an office file, whose name is arbitrary; `usual`: its name if the file does not declare it. */
export function mainPartOf(zip: Zip, usual: string): string {
  return relationsOf(zip, '').byType.get('officeDocument') ?? usual
}

/** Image types that browsers support. */
const mimes: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
}

/** An embedded picture, or null. */
export function pictureOf(zip: Zip, part: string | undefined, alt: string, budget: Budget): Block | null {
  const mime = mimes[part?.split('.').at(-1)?.toLowerCase() ?? '']
  if (!part || !mime || !budget.take()) return null
  const bytes = zip.read(part)
  return bytes && { type: 'picture', bytes, mime, alt }
}
