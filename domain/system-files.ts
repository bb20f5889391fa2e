/**
 * Files that operating systems put into folders, in lower case: view settings (macOS `.DS_Store`, `.localized`, `Icon`
 * with a carriage return; Windows `desktop.ini`) and thumbnail caches (`Thumbs.db`).
 */
const systemFiles: ReadonlySet<string> = new Set([
  '.ds_store',
  '.localized',
  'icon\r',
  'desktop.ini',
  'thumbs.db',
  'ehthumbs.db',
  'ehthumbs_vista.db',
])

export function isSystemFile(name: string): boolean {
  return systemFiles.has(name.toLowerCase())
}
