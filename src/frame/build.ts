/** Which build this page was loaded from; `dev` on the development server. */
export const build = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content ?? 'dev'
