import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'

type Found = { id: string; impact: string; nodes: { html: string; failureSummary: string }[] }

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** Serious findings of axe; of colours only, if the page was checked before. */
export async function axeFindsNow(page: Page, rules?: string[]): Promise<object[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async rules => {
    const { axe } = window as unknown as { axe: { run(o: object): Promise<{ violations: Found[] }> } }
    const { violations } = await axe.run(rules ? { runOnly: rules } : {})
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({ id, where: nodes.map(node => `${node.html} ${node.failureSummary}`) }))
  }, rules)
}
