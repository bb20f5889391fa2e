/** The files of a bucket below a prefix. */
export default function FileBrowser() {
  return null
}
