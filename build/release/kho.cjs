#!/usr/bin/env node
// Runs on Node 18 too, to say what Kho needs.
const { spawn } = require('node:child_process')
const { enableCompileCache } = require('node:module')
const { homedir } = require('node:os')
const { isAbsolute, join } = require('node:path')
const { pathToFileURL } = require('node:url')

const main = join(__dirname, '../server/main.js')
const cache = process.env.XDG_CACHE_HOME ?? ''
process.env.NODE_COMPILE_CACHE ??= join(isAbsolute(cache) ? cache : join(homedir(), '.cache'), 'kho/compiled')
const [major, minor] = process.versions.node.split('.').map(Number)

if (major > 24 || (major === 24 && minor >= 7)) {
  enableCompileCache()
  import(pathToFileURL(main).href)
} else run(packagedNode())

/** The Node that npm has installed beside Kho; null: there is none for this system. */
function packagedNode() {
  try {
    return require.resolve(`node-${process.platform}-${process.arch}/bin/node`)
  } catch {
    return null
  }
}

function run(node) {
  if (node === null) {
    console.error(`Kho needs Node 24.7 or newer; this is ${process.versions.node}. See https://nodejs.org`)
    process.exit(1)
  }
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' })
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    if (signal === null) process.exit(code)
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}
