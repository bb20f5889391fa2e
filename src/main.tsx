import { ChakraProvider } from '@chakra-ui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { warnInConsole } from './app/console-warning.ts'
import { startSession } from './auth/session.ts'
import { startShell } from './shell/shell.ts'
import { system } from './theme/system.ts'

warnInConsole()
startSession()
await startShell()

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <App />
    </ChakraProvider>
  </StrictMode>,
)
