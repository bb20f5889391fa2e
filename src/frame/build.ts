/** The build id of this page; `dev` on the development server. */
export const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? 'dev'
