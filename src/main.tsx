import { ChakraProvider } from '@chakra-ui/react'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { languages } from '../languages/languages.ts'
import { tokens } from './api/client.ts'
import { App } from './app/app.tsx'
import { loadMainScreens } from './app/main-chunk.ts'
import { startSession } from './session/flow.ts'
import { takeMailedToken } from './session/mailed-token.ts'
import { startAppearance } from './shell/appearance.ts'
import { addressOf, thisAddress } from './site/base-path.ts'
import { createTheme } from './theme/system.ts'

// The server also answers without the base path, and with `//` before a path.
history.replaceState(history.state, '', addressOf(thisAddress()))
takeMailedToken()
warnInConsole()
refuseDrops()
startSession()
const shown = startAppearance()
if (tokens.read()) void loadMainScreens()
await shown

const theme = createTheme()
const root = createRoot(document.querySelector('#root')!)
// In short tasks, so that the page stays responsive.
setTimeout(() =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <ChakraProvider value={theme}>
          <App />
        </ChakraProvider>
      </StrictMode>,
    ),
  ),
)

/** Warns in the browser's console, in every language: a user who is talked into pasting something may know only one. */
function warnInConsole(): void {
  for (const { consoleWarning } of Object.values(languages)) {
    console.info(
      `%c${consoleWarning.title}%c\n${consoleWarning.body}`,
      'font: 600 28px sans-serif; color: #d3342f',
      'font: 15px sans-serif',
    )
  }
}

/**
 * Rejects files dropped where nothing accepts them: by default browsers replace the page with the file, or open it in a
 * new tab. The pointer shows the rejection.
 */
function refuseDrops(): void {
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
  function refuse(event: DragEvent) {
    if (event.defaultPrevented || !carriesFiles(event)) return
    event.preventDefault()
    event.dataTransfer!.dropEffect = 'none'
  }
  // An element that appears under a resting pointer gets `dragenter` instead of `dragover`.
  addEventListener('dragenter', refuse)
  addEventListener('dragover', refuse)
  addEventListener('drop', event => {
    if (!event.defaultPrevented && carriesFiles(event)) event.preventDefault()
  })
}
