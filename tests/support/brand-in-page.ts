import type { Page } from 'playwright'

/** The operator has set these parts of the brand, as the page names them. */
export async function setBrandInPage(page: Page, brand: object): Promise<void> {
  await page.route('**/*', async route => {
    if (!route.request().isNavigationRequest()) return route.fallback()
    // The page itself, and not that it has not changed.
    const { 'if-none-match': _, ...headers } = route.request().headers()
    const response = await route.fetch({ headers })
    const body = (await response.text()).replace(
      /data-brand="[^"]*"/,
      `data-brand='${JSON.stringify({ name: 'Kho', links: [], ...brand })}'`,
    )
    return route.fulfill({ response, body })
  })
}
