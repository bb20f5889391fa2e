// The script of the single executable: unpacks the program that it holds once, and runs it.
const {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} = require('node:fs')
const { createRequire, enableCompileCache } = require('node:module')
const { homedir } = require('node:os')
const { dirname, isAbsolute, join, resolve } = require('node:path')
const { getAsset, getRawAsset } = require('node:sea')

const { id, files } = JSON.parse(getAsset('contents', 'utf8'))
const given = process.env.XDG_CACHE_HOME
const folder = join(cacheFolder(), 'kho', id)

/** A user without a home has the data folder, if one is set. */
function cacheFolder() {
  if (given && isAbsolute(given)) return given
  try {
    return join(homedir(), '.cache')
  } catch {
    const data = process.env.KHO_DATA_DIR
    if (data) return resolve(data, 'program')
    console.error('Kho has no place to unpack itself, as its user has no home: XDG_CACHE_HOME names one.')
    process.exit(1)
  }
}

/** Makes the names in a folder durable. */
function syncFolder(path) {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

function write(draft) {
  const folders = new Set([draft])
  for (const name of files) {
    const path = join(draft, name)
    for (let above = dirname(path); !folders.has(above); above = dirname(above)) folders.add(above)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, Buffer.from(getRawAsset(name)), { flush: true })
  }
  // `import` of files is for scripts that are files.
  writeFileSync(join(draft, 'start.cjs'), "import('./server/main.js')\n", { flush: true })
  for (const each of folders) syncFolder(each)
}

/** Whether this user alone can change it: what it holds is run. */
function isOwn(path) {
  const { uid, mode } = statSync(path)
  return uid === process.geteuid() && (mode & 0o022) === 0
}

// A folder of this name is trusted: all of it must survive a power failure.
function unpack() {
  const draft = mkdtempSync(`${folder}.`)
  try {
    write(draft)
    renameSync(draft, folder)
    syncFolder(dirname(folder))
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    // Another process was first.
    if (!existsSync(folder)) throw error
  }
}

try {
  mkdirSync(dirname(folder), { recursive: true, mode: 0o700 })
  if (!isOwn(dirname(folder))) throw new Error(`others can change ${dirname(folder)}`)
  if (!existsSync(folder)) unpack()
} catch (error) {
  console.error(
    `Kho could not unpack itself into ${folder} (${error.message}). XDG_CACHE_HOME names another place.`,
  )
  process.exit(1)
}
enableCompileCache(join(folder, 'compiled'))
createRequire(join(folder, 'start.cjs'))('./start.cjs')
