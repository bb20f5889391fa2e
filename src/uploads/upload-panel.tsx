/** The panel of running uploads. */
export default function UploadPanel() {
  return null
}
