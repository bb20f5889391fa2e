#!/usr/bin/env node
// Runs on Node 18 too, to say what Kho needs.
const { spawn } = require('node:child_process')
const { mkdirSync, statSync } = require('node:fs')
const { enableCompileCache } = require('node:module')
const { homedir } = require('node:os')
const { isAbsolute, join } = require('node:path')
const { pathToFileURL } = require('node:url')

const main = join(__dirname, '../server/main.js')
const given = process.env.XDG_CACHE_HOME ?? ''
const cache = cacheFolder()
if (cache !== null && isOwn(cache)) process.env.NODE_COMPILE_CACHE ??= join(cache, 'compiled')
const [major, minor] = process.versions.node.split('.').map(Number)

if (major > 24 || (major === 24 && minor >= 7)) {
  if (process.env.NODE_COMPILE_CACHE) enableCompileCache()
  import(pathToFileURL(main).href)
} else run(packagedNode())

/** Null: the user has no home. */
function cacheFolder() {
  try {
    return join(isAbsolute(given) ? given : join(homedir(), '.cache'), 'kho')
  } catch {
    return null
  }
}

/** Whether there is such a folder now, and this user alone can change it: what it holds is run. */
function isOwn(path) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const { uid, mode } = statSync(path)
    return uid === process.geteuid?.() && (mode & 0o022) === 0
  } catch {
    return false
  }
}

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
