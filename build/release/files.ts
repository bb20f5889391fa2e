import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** What the staged program needs to run with a Node of its own, besides the npm package's parts. */
export const programParts = ['server', 'dist', 'openapi', 'package.json', 'LICENSE', 'THIRD-PARTY.txt']

/** The paths of all files of these parts, below `stage`. */
export async function programFiles(stage: string): Promise<string[]> {
  const entries = await readdir(stage, { recursive: true, withFileTypes: true })
  return entries
    .filter(entry => entry.isFile())
    .map(entry => relative(stage, join(entry.parentPath, entry.name)))
    .filter(path => programParts.includes(path.split('/')[0]!))
    .sort()
}
