import { ChakraProvider } from '@chakra-ui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { tokens } from './api/client.ts'
import { App } from './app/app.tsx'
import { warnInConsole } from './app/console-warning.ts'
import { loadMainScreens } from './app/main-chunk.ts'
import { refuseDrops } from './app/refuse-drops.ts'
import { takeResetToken } from './password-reset/reset-token.ts'
import { startSession } from './session/provider.ts'
import { startShell } from './shell/shell.ts'
import { system } from './theme/system.ts'

takeResetToken()
warnInConsole()
refuseDrops()
startSession()
const shown = startShell()
if (tokens.read()) void loadMainScreens()
await shown

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <App />
    </ChakraProvider>
  </StrictMode>,
)
