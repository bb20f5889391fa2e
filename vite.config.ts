import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildId } from './build/build-id.ts'
import { guide } from './build/guide.ts'
import { staticLanguages } from './build/languages.ts'
import { parsedMessages } from './build/messages.ts'
import { precompress } from './build/precompress.ts'

export default defineConfig({
  plugins: [react(), staticLanguages(), parsedMessages(), buildId(), guide(), precompress()],
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'entry', tags: ['$initial'] }] } },
      onLog(level, log, report) {
        if (log.code === 'MODULE_LEVEL_DIRECTIVE') return
        report(level, log)
      },
    },
  },
})
