/** The time that files of a release bear, by `SOURCE_DATE_EPOCH` (reproducible-builds.org); now, if that is not set. */
export const sourceDate = () => new Date(Number(process.env.SOURCE_DATE_EPOCH ?? Date.now() / 1000) * 1000)
