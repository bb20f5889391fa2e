import { type BrandColors, builtColors, shadesOf } from '../brand/colors.ts'

/** The style sheet of pages for guests, in the brand's colours; the palette is that of the console. */
export function pageStyle(colors: BrandColors): string {
  const [blue, teal] = colors.map(shadesOf)
  // The build's own shades are chosen by hand.
  const own = colors.join() === builtColors.join()
  const light = own ? '#1a57be' : blue![600]
  const dark = own ? '#7db5fb' : blue![300]
  return `
:root{color-scheme:light dark;--ground:#f5f7f8;--panel:#fff;--edge:#e0e5e9;--word:#18212a;--muted:#55616b;--field:#8b97a1;--link:${light};--bad:#b92722;--badground:#fdeeed;--shape:#edf0f2}
@media (prefers-color-scheme:dark){:root{--ground:#0e1316;--panel:#161d22;--edge:#29333a;--word:#e8edf0;--muted:#a3afb8;--field:#5f6c76;--link:${dark};--bad:#ff9a92;--badground:#331614;--shape:#212a31}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;background:var(--ground);color:var(--word);font:16px/24px "Be Vietnam Pro",system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
header{padding:16px 20px;display:flex;align-items:center;gap:10px;font-weight:600}
header img{max-height:32px;width:auto;max-width:60vw}
.roof{stroke:${colors[0]};stroke-width:3;stroke-linecap:round}.drawer{fill:${colors[1]}}.handle{fill:#fff}
main{flex:1;width:100%;max-width:640px;margin:0 auto;padding:8px 16px 48px;display:flex;flex-direction:column}
main.short{justify-content:center;max-width:460px;padding-bottom:20vh}
.panel{background:var(--panel);border:1px solid var(--edge);border-radius:14px;padding:24px 20px;display:flex;flex-direction:column;gap:16px}
.over{margin:0;color:var(--muted);font-size:14px;line-height:20px}
h1{margin:0;font-size:22px;line-height:30px;font-weight:600;letter-spacing:-.01em;overflow-wrap:anywhere;text-wrap:pretty}
p{margin:0;text-wrap:pretty}
.facts{color:var(--muted);font-size:15px}
.note{border-inline-start:3px solid var(--edge);padding-inline-start:14px;white-space:pre-line;overflow-wrap:anywhere}
.main{display:block;width:100%;min-height:48px;padding:12px 24px;border:0;border-radius:10px;background:linear-gradient(90deg,${colors[0]},${colors[1]});color:#fff;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
.main:hover{background:linear-gradient(90deg,${own ? '#1a57be' : blue![600]},${own ? '#086a70' : teal![600]})}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
a{color:var(--link)}
label{display:block;font-size:14px;line-height:20px;font-weight:500}
input{display:block;width:100%;height:48px;margin-top:6px;padding:0 14px;border:1px solid var(--field);border-radius:10px;background:transparent;color:inherit;font:inherit}
form{display:flex;flex-direction:column;gap:16px}
.bad{padding:10px 14px;border-radius:10px;background:var(--badground);color:var(--bad);font-size:15px}
.shown{display:block;max-width:100%;max-height:70vh;margin:0 auto;border-radius:10px;background:var(--shape)}
video.shown,audio{width:100%}
pre{margin:0;padding:14px;max-height:60vh;overflow:auto;border-radius:10px;background:var(--shape);font:14px/21px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4}
@media (min-width:600px){.panel{padding:32px}header{padding:20px 32px}main{padding-top:24px}}
@media (forced-colors:active){.main{border:1px solid}}
`
}
