// @vitest-environment happy-dom
import { ChakraProvider } from '@chakra-ui/react'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { Router } from 'wouter'
import { consoleTexts } from '../../languages/languages.ts'
import { previewTexts } from '../../languages/screen-texts.ts'
import { api } from '../../src/api/client.ts'
import PreviewVideo from '../../src/files/preview/preview-video.tsx'
import { addMessages, showLocale } from '../../src/i18n/text.ts'
import { createTheme } from '../../src/theme/system.ts'

const post = vi.spyOn(api, 'POST')

beforeAll(async () => {
  await showLocale('en')
  await addMessages(consoleTexts)
  await addMessages(previewTexts)
})
afterEach(() => {
  cleanup()
  post.mockReset()
})

function open(path: string) {
  const search = `?${new URLSearchParams({ bucket: 'phim', path })}`
  render(
    <ChakraProvider value={createTheme()}>
      <Router searchHook={() => search}>
        <PreviewVideo />
      </Router>
    </ChakraProvider>,
  )
}

describe('/preview-video, the page of a video,', () => {
  test.each(['', 'ghi chú.txt', 'phim.webm'])(
    'says that "%s" is no video, and leads to the buckets',
    path => {
      open(path)
      screen.getByRole('heading', { level: 1, name: 'There is no video at this address' })
      expect(screen.getByRole('link', { name: 'Go to buckets' }).getAttribute('href')).toBe(
        '/bucket-management',
      )
      expect(post).not.toHaveBeenCalled()
    },
  )

  test('says that a video which is gone is not there', async () => {
    post.mockResolvedValue({
      error: { code: 'OBJECT_NOT_FOUND', request_id: 'r', status: 404 },
      response: new Response(null, { status: 404 }),
    } as never)
    open('Tết/đã xoá.mp4')
    await screen.findByText('This file does not exist.')
    expect(document.querySelector('video')).toBe(null)
  })

  test('shows marks for the characters of a name that are not seen, and plays the link of the file', async () => {
    post.mockResolvedValue({ data: { url: 'http://s3.test/a' }, response: new Response() } as never)
    open('gpj\u202e4pm.mp4')
    await vi.waitFor(() => expect(document.querySelector('video')?.src).toBe('http://s3.test/a'))
    screen.getByRole('img', { name: 'Hidden character U+202E' })
    expect(post).toHaveBeenCalledWith(
      '/objects/get-download-url',
      expect.objectContaining({ body: expect.objectContaining({ bucket: 'phim', key: 'gpj\u202e4pm.mp4' }) }),
    )
  })
})
