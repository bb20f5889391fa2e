import { dirname, resolve } from 'node:path'
import ts from 'typescript'

/** Tells whether a file of the project would compile with another text. */
export function openTypeChecker(root: string): (path: string, text: string) => boolean {
  const configPath = resolve(root, 'tsconfig.json')
  const { config } = ts.readConfigFile(configPath, ts.sys.readFile)
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, dirname(configPath))
  const changed = new Map<string, { text: string; version: number }>()
  const read = (path: string) => changed.get(path)?.text ?? ts.sys.readFile(path)
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: path => String(changed.get(path)?.version ?? 0),
    getScriptSnapshot(path) {
      const text = read(path)
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: read,
  })
  let versions = 0
  return (path, text) => {
    const whole = resolve(root, path)
    changed.set(whole, { text, version: ++versions })
    const errors = [...service.getSyntacticDiagnostics(whole), ...service.getSemanticDiagnostics(whole)]
    changed.set(whole, { text: ts.sys.readFile(whole) ?? '', version: ++versions })
    return errors.length === 0
  }
}
