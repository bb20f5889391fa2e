import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { buildId } from './build/build-id.ts'
import { guide } from './build/guide.ts'
import { parsedMessages } from './build/messages.ts'
import { noDescriptions } from './build/no-descriptions.ts'
import { precompress } from './build/precompress.ts'
import { previewFrames } from './build/preview-frames.ts'
import { inlined, staticPage } from './build/static-page.ts'
import { themeCss } from './build/theme-css.ts'

export default defineConfig({
  plugins: [
    react(),
    noDescriptions(),
    staticPage(),
    parsedMessages(),
    themeCss(),
    inlined(),
    buildId(),
    guide(),
    previewFrames(),
    precompress(),
  ],
  resolve: {
    alias: [
      { find: 'hoist-non-react-statics', replacement: join(import.meta.dirname, 'build/hoist-statics.ts') },
      { find: '@emotion/is-prop-valid', replacement: join(import.meta.dirname, 'build/valid-prop.ts') },
      // The shims are for React before 18.
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'use-sync-external-store' },
      {
        find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  // The server puts the base path in front: see server/http/brand-pages.ts.
  base: './',
  build: {
    outDir: 'dist',
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Else the chunk of the sign-in page has and exports each limit of domain/limits.ts that any screen uses.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        codeSplitting: {
          // Each group includes its static imports, and the first match wins. Left to itself, the bundler makes a chunk for
          // each set of screens that share a module: about 100 requests for one screen.
          groups: [
            { name: 'entry', tags: ['$initial'] },
            { name: 'main', test: /[\\/]src[\\/]app[\\/]main-screens\.tsx$/ },
            { name: 'icons', test: /[\\/]lucide-react[\\/]/, minShareCount: 2 },
            { name: 'files', test: /[\\/]src[\\/]files[\\/]file-browser\.tsx$/ },
            { name: 'menu', test: /[\\/]src[\\/]ui[\\/]menu\.tsx$/ },
            { name: 'buckets', test: /[\\/]src[\\/]buckets[\\/]list[\\/]buckets-screen\.tsx$/ },
            { name: 'bucket', test: /[\\/]src[\\/]buckets[\\/]page[\\/]bucket-screen\.tsx$/ },
            {
              name: 'ui',
              test: /[\\/]src[\\/]ui[\\/](?!.*(dialog|drawings|menu|qr-code|sheet|tip-body))/,
              minShareCount: 3,
            },
          ],
        },
      },
      onLog(level, log, report) {
        if (log.code === 'MODULE_LEVEL_DIRECTIVE') return
        report(level, log)
      },
    },
  },
})
