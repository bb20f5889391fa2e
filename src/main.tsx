import { ChakraProvider } from '@chakra-ui/react'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { tokens } from './api/client.ts'
import { App } from './app/app.tsx'
import { warnInConsole } from './app/console-warning.ts'
import { loadMainScreens } from './app/main-chunk.ts'
import { refuseDrops } from './app/refuse-drops.ts'
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
