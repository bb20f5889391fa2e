import type { Block, Budget } from './model.ts'
import { readXml } from './xml.ts'
import type { Zip } from './zip.ts'

/** Resolves a relative part name: `../media/a.png` in `ppt/slides/slide1.xml` → `ppt/media/a.png`. Source: ECMA-376, part 2, "Part names". */
function resolved(from: string, target: string): string {
  return decodeURI(new URL(target, `file:///${from}`).pathname).slice(1)
}

/** The relationships of a part of an office file, by id; external ones are left out. */
export function relationsOf(zip: Zip, part: string): Map<string, string> {
  const slash = part.lastIndexOf('/')
  const bytes = zip.read(`${part.slice(0, slash)}/_rels${part.slice(slash)}.rels`)
  const relations = new Map<string, string>()
  if (bytes) {
    readXml(bytes, {
      open(name, attribute) {
        const id = attribute('Id')
        const target = attribute('Target')
        if (name !== 'Relationship' || attribute('TargetMode') === 'External' || !id || !target) return
        relations.set(id, resolved(part, target))
      },
    })
  }
  return relations
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
