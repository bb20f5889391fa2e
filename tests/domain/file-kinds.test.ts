import { expect, test } from 'vitest'
import { kindOf, previewKind } from '../../domain/file-kinds.ts'

test('file kinds by extension: text, spreadsheet, presentation, image, video', () => {
  const names = ['a.txt', 'a.docx', 'a.xlsx', 'a.csv', 'a.pptx', 'a.PNG', 'múa lân.MP4', 'a/', '.txt', 'a']
  expect(names.map(kindOf)).toEqual([
    ...['text', 'text', 'spreadsheet', 'spreadsheet', 'presentation', 'image', 'video'],
    ...['folder', 'other', 'other'],
  ])
})

test('of videos only mp4 is shown', () => {
  expect(['a.mp4', 'a.m4v', 'a.mov', 'a.mkv', 'a.avi', 'a.webm'].map(previewKind)).toEqual([
    ...['video', 'video'],
    ...[null, null, null, null],
  ])
})
