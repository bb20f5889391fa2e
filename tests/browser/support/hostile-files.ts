import { pdf } from './media-files.ts'
import type { Files } from './preview-stage.ts'

/** Files whose scripts and links would reach the console, or the server at `trap`. */
export function hostileFiles(trap: string): Files {
  const attack = `parent.reached=top.reached=opener&&(opener.reached=true);fetch('${trap}/f');new Image().src='${trap}/i';location='${trap}/l'`
  const inXml = attack.replaceAll('&', '&amp;')
  const html = `<script>${attack}</script><img src="${trap}/img" onerror="${attack}"><meta http-equiv=refresh content="0;url=${trap}/m"><link rel=stylesheet href="${trap}/css"><iframe src="${trap}/if"></iframe>`
  return {
    'trang.html': html,
    'trang.md': `${html}\n\n![x](${trap}/md.png)\n\n[x](javascript:alert(1))`,
    'hình.svg': `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="${inXml}"><script>${inXml}</script><image href="${trap}/svg.png" width="5" height="5"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${trap}/fo"></iframe></foreignObject></svg>`,
    'kịch bản.pdf': pdf(`/OpenAction << /S /JavaScript /JS (app.launchURL("${trap}/js")) >>`),
    'liên kết.pdf': pdf(`/OpenAction << /S /URI /URI (${trap}/uri) >>`),
  }
}
