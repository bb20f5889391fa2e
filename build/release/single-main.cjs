// The script of the single executable: unpacks the program that it holds once, and runs it.
const { existsSync, mkdirSync, renameSync, writeFileSync } = require('node:fs')
const { createRequire, enableCompileCache } = require('node:module')
const { homedir } = require('node:os')
const { dirname, isAbsolute, join } = require('node:path')
const { getAsset, getRawAsset } = require('node:sea')

const { id, files } = JSON.parse(getAsset('contents', 'utf8'))
const given = process.env.XDG_CACHE_HOME
const folder = join(given && isAbsolute(given) ? given : join(homedir(), '.cache'), 'kho', id)

function unpack() {
  const draft = `${folder}.${process.pid}`
  for (const name of files) {
    const path = join(draft, name)
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, Buffer.from(getRawAsset(name)))
  }
  // `import` of files is for scripts that are files.
  writeFileSync(join(draft, 'start.cjs'), "import('./server/main.js')\n")
  try {
    renameSync(draft, folder)
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error
  }
}

try {
  if (!existsSync(folder)) unpack()
} catch (error) {
  console.error(
    `Kho could not unpack itself into ${folder} (${error.message}). XDG_CACHE_HOME names another place.`,
  )
  process.exit(1)
}
enableCompileCache(join(folder, 'compiled'))
createRequire(join(folder, 'start.cjs'))('./start.cjs')
